#include <curl/curl.h>

// `curl_easy_setopt` and its like are variadic, which Swift cannot call: one function for each type
// of value that an option takes.

static inline CURLcode g2a_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode g2a_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode g2a_curl_set_string(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode g2a_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode g2a_curl_set_list(
    CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}

/// For CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
static inline CURLcode g2a_curl_set_receiver(
    CURL *handle, CURLoption option,
    size_t (*receiver)(char *bytes, size_t size, size_t count, void *context)) {
  return curl_easy_setopt(handle, option, receiver);
}

/// For CURLOPT_PREREQFUNCTION.
static inline CURLcode g2a_curl_set_prerequest(
    CURL *handle, int (*prerequest)(void *context, char *, char *, int, int)) {
  return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, prerequest);
}

static inline CURLcode g2a_curl_get_long(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode g2a_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(handle, info, value);
}

/// The string belongs to the handle.
static inline CURLcode g2a_curl_get_string(CURL *handle, CURLINFO info, char **value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLMcode g2a_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}
