#pragma once
/* Options take any type; Swift calls no function of variable arguments, hence one for each type. */
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

static inline CURLcode ccurl_set_text(CURL *curl, CURLoption option, const char *value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode ccurl_set_number(CURL *curl, CURLoption option, long value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode ccurl_set_list(CURL *curl, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(curl, option, value);
}

static inline CURLcode ccurl_set_mime(CURL *curl, curl_mime *value) {
    return curl_easy_setopt(curl, CURLOPT_MIMEPOST, value);
}

static inline CURLcode ccurl_set_errors(CURL *curl, char *buffer) {
    return curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, buffer);
}

static inline CURLcode ccurl_get_number(CURL *curl, CURLINFO info, long *value) {
    return curl_easy_getinfo(curl, info, value);
}
