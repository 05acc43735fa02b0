// The type-checking macros of curl would replace the names of the variadic functions. This file needs these
// names.
#define CURL_DISABLE_TYPECHECK
#include "include/curl_shim.h"

#include <dlfcn.h>
#include <pthread.h>

#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

#define FUNCTIONS(X)                                                                             \
  X(global_init) X(easy_strerror) X(getdate) X(easy_init) X(easy_cleanup) X(easy_setopt)         \
  X(easy_getinfo) X(multi_init) X(multi_cleanup) X(multi_wakeup) X(multi_perform) X(multi_poll)  \
  X(multi_add_handle) X(multi_remove_handle) X(multi_info_read) X(multi_setopt) X(slist_append)  \
  X(slist_free_all) X(url) X(url_cleanup) X(url_set) X(url_get) X(free)

static struct {
#define MEMBER(name) __typeof__(&curl_##name) name;
  FUNCTIONS(MEMBER)
} curl;
static bool is_loaded;

static void load(void) {
  // libcurl.so.4 has been the name of the library since 2006. The library is never unloaded.
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  is_loaded = true;
#define FIND(function) \
  curl.function = dlsym(library, "curl_" #function); \
  if (curl.function == NULL) is_loaded = false;
  FUNCTIONS(FIND)
}

bool g2a_curl_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded;
}

CURLcode g2a_curl_global_init(long flags) { return curl.global_init(flags); }
const char *g2a_curl_easy_strerror(CURLcode code) { return curl.easy_strerror(code); }
time_t g2a_curl_getdate(const char *text, const time_t *unused) {
  return curl.getdate(text, unused);
}
CURL *g2a_curl_easy_init(void) { return curl.easy_init(); }
void g2a_curl_easy_cleanup(CURL *handle) { curl.easy_cleanup(handle); }
CURLM *g2a_curl_multi_init(void) { return curl.multi_init(); }
CURLMcode g2a_curl_multi_cleanup(CURLM *multi) { return curl.multi_cleanup(multi); }
CURLMcode g2a_curl_multi_wakeup(CURLM *multi) { return curl.multi_wakeup(multi); }
CURLMcode g2a_curl_multi_perform(CURLM *multi, int *running) {
  return curl.multi_perform(multi, running);
}
CURLMcode g2a_curl_multi_poll(
    CURLM *multi, struct curl_waitfd *extra, unsigned count, int timeout, int *active) {
  return curl.multi_poll(multi, extra, count, timeout, active);
}
CURLMcode g2a_curl_multi_add_handle(CURLM *multi, CURL *handle) {
  return curl.multi_add_handle(multi, handle);
}
CURLMcode g2a_curl_multi_remove_handle(CURLM *multi, CURL *handle) {
  return curl.multi_remove_handle(multi, handle);
}
CURLMsg *g2a_curl_multi_info_read(CURLM *multi, int *left) {
  return curl.multi_info_read(multi, left);
}
struct curl_slist *g2a_curl_slist_append(struct curl_slist *list, const char *text) {
  return curl.slist_append(list, text);
}
void g2a_curl_slist_free_all(struct curl_slist *list) { curl.slist_free_all(list); }
CURLU *g2a_curl_url(void) { return curl.url(); }
void g2a_curl_url_cleanup(CURLU *url) { curl.url_cleanup(url); }
CURLUcode g2a_curl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned flags) {
  return curl.url_set(url, part, text, flags);
}
CURLUcode g2a_curl_url_get(CURLU *url, CURLUPart part, char **text, unsigned flags) {
  return curl.url_get(url, part, text, flags);
}
void g2a_curl_free(void *memory) { curl.free(memory); }

CURLcode g2a_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl.easy_setopt(handle, option, value);
}
CURLcode g2a_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
  return curl.easy_setopt(handle, option, value);
}
CURLcode g2a_curl_set_string(CURL *handle, CURLoption option, const char *value) {
  return curl.easy_setopt(handle, option, value);
}
CURLcode g2a_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl.easy_setopt(handle, option, value);
}
CURLcode g2a_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl.easy_setopt(handle, option, value);
}
CURLcode g2a_curl_set_receiver(
    CURL *handle, CURLoption option,
    size_t (*receiver)(char *bytes, size_t size, size_t count, void *context)) {
  return curl.easy_setopt(handle, option, receiver);
}
CURLcode g2a_curl_set_prerequest(
    CURL *handle, int (*prerequest)(void *context, char *, char *, int, int)) {
  return curl.easy_setopt(handle, CURLOPT_PREREQFUNCTION, prerequest);
}
CURLcode g2a_curl_get_long(CURL *handle, CURLINFO info, long *value) {
  return curl.easy_getinfo(handle, info, value);
}
CURLcode g2a_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
  return curl.easy_getinfo(handle, info, value);
}
CURLcode g2a_curl_get_string(CURL *handle, CURLINFO info, char **value) {
  return curl.easy_getinfo(handle, info, value);
}
CURLMcode g2a_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl.multi_setopt(multi, option, value);
}
