#include "cassets.h"

static const unsigned char crema_css[] = {
#embed "web/crema.css"
};
static const unsigned char crema_js[] = {
#embed "web/crema.js"
};
static const unsigned char pay_js[] = {
#embed "web/pay.js"
};
static const unsigned char sw_js[] = {
#embed "web/sw.js"
};
static const unsigned char manifest[] = {
#embed "web/manifest.webmanifest"
};
static const unsigned char icon_svg[] = {
#embed "web/icon.svg"
};
// Third-party files are unpacked by bin/setup and stand outside the repository.
static const unsigned char htmx_js[] = {
#embed "../../.deps/htmx/htmx.min.js"
};
static const unsigned char sse_js[] = {
#embed "../../.deps/htmx/sse.min.js"
};

#define JAVASCRIPT "text/javascript; charset=utf-8"
#define FILE_OF(name, type, bytes) {name, type, bytes, sizeof bytes}
const cassets_file cassets_files[] = {
    FILE_OF("crema.css", "text/css; charset=utf-8", crema_css),
    FILE_OF("crema.js", JAVASCRIPT, crema_js),
    FILE_OF("pay.js", JAVASCRIPT, pay_js),
    FILE_OF("htmx.js", JAVASCRIPT, htmx_js),
    FILE_OF("sse.js", JAVASCRIPT, sse_js),
    // Served as /sw.js: a service worker rules only what lies below its own address.
    FILE_OF("sw.js", JAVASCRIPT, sw_js),
    FILE_OF("manifest.webmanifest", "application/manifest+json", manifest),
    FILE_OF("icon.svg", "image/svg+xml", icon_svg),
};
const size_t cassets_count = sizeof cassets_files / sizeof cassets_files[0];

const cassets_file *cassets_at(size_t index) { return &cassets_files[index]; }
