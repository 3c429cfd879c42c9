#pragma once
/* Options take any type; Swift calls no function of variable arguments, hence one for each type. */
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>

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

/* What a server answers, up to a limit. `bytes` is to be freed. */
struct ccurl_body {
    char *bytes;
    size_t count;
    size_t limit;
};

static inline size_t ccurl_collect(char *part, size_t one, size_t count, void *into) {
    struct ccurl_body *body = (struct ccurl_body *)into;
    size_t more = one * count;
    if (more > body->limit - body->count) return 0;
    char *grown = (char *)realloc(body->bytes, body->count + more + 1);
    if (!grown) return 0;
    memcpy(grown + body->count, part, more);
    body->bytes = grown;
    body->count += more;
    return more;
}

static inline CURLcode ccurl_set_body(CURL *curl, struct ccurl_body *body) {
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, ccurl_collect);
    return curl_easy_setopt(curl, CURLOPT_WRITEDATA, body);
}

static inline CURLcode ccurl_get_number(CURL *curl, CURLINFO info, long *value) {
    return curl_easy_getinfo(curl, info, value);
}
