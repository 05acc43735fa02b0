#include <curl/curl.h>
#include <stdbool.h>

// libcurl is loaded only for the first request, because libcurl loads forty libraries (measured: half the time of
// `--version`). Most runs use only voices on this machine and need no request.

/// Loads libcurl once; returns false if it is not installed.
bool g2a_curl_load(void);

// The functions of libcurl under our own names. They may be called only after g2a_curl_load has succeeded.
CURLcode g2a_curl_global_init(long flags);
const char *g2a_curl_easy_strerror(CURLcode code);
time_t g2a_curl_getdate(const char *text, const time_t *unused);
CURL *g2a_curl_easy_init(void);
void g2a_curl_easy_cleanup(CURL *handle);
CURLM *g2a_curl_multi_init(void);
CURLMcode g2a_curl_multi_cleanup(CURLM *multi);
CURLMcode g2a_curl_multi_wakeup(CURLM *multi);
CURLMcode g2a_curl_multi_perform(CURLM *multi, int *running);
CURLMcode g2a_curl_multi_poll(
    CURLM *multi, struct curl_waitfd *extra, unsigned count, int timeout, int *active);
CURLMcode g2a_curl_multi_add_handle(CURLM *multi, CURL *handle);
CURLMcode g2a_curl_multi_remove_handle(CURLM *multi, CURL *handle);
CURLMsg *g2a_curl_multi_info_read(CURLM *multi, int *left);
struct curl_slist *g2a_curl_slist_append(struct curl_slist *list, const char *text);
void g2a_curl_slist_free_all(struct curl_slist *list);
CURLU *g2a_curl_url(void);
void g2a_curl_url_cleanup(CURLU *url);
CURLUcode g2a_curl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned flags);
CURLUcode g2a_curl_url_get(CURLU *url, CURLUPart part, char **text, unsigned flags);
void g2a_curl_free(void *memory);

// `curl_easy_setopt` and similar functions are variadic, so Swift cannot call them. There is one function for
// each type of option value.
CURLcode g2a_curl_set_long(CURL *handle, CURLoption option, long value);
CURLcode g2a_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value);
CURLcode g2a_curl_set_string(CURL *handle, CURLoption option, const char *value);
CURLcode g2a_curl_set_pointer(CURL *handle, CURLoption option, void *value);
CURLcode g2a_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value);
/// Sets CURLOPT_WRITEFUNCTION or CURLOPT_HEADERFUNCTION.
CURLcode g2a_curl_set_receiver(
    CURL *handle, CURLoption option,
    size_t (*receiver)(char *bytes, size_t size, size_t count, void *context));
/// Sets CURLOPT_PREREQFUNCTION.
CURLcode g2a_curl_set_prerequest(
    CURL *handle, int (*prerequest)(void *context, char *, char *, int, int));
CURLcode g2a_curl_get_long(CURL *handle, CURLINFO info, long *value);
CURLcode g2a_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value);
/// Gets a string, which belongs to the handle.
CURLcode g2a_curl_get_string(CURL *handle, CURLINFO info, char **value);
CURLMcode g2a_curl_multi_set_long(CURLM *multi, CURLMoption option, long value);
