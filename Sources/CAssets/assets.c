#include "cassets.h"

static const unsigned char crema_css[] = {
#embed "web/crema.css"
};
// Third-party files are unpacked by bin/setup and stand outside the repository.
static const unsigned char htmx_js[] = {
#embed "../../.deps/htmx/htmx.min.js"
};
static const unsigned char sse_js[] = {
#embed "../../.deps/htmx/sse.min.js"
};

#define FILE_OF(name, type, bytes) {name, type, bytes, sizeof bytes}
const cassets_file cassets_files[] = {
    FILE_OF("crema.css", "text/css; charset=utf-8", crema_css),
    FILE_OF("htmx.js", "text/javascript; charset=utf-8", htmx_js),
    FILE_OF("sse.js", "text/javascript; charset=utf-8", sse_js),
};
const size_t cassets_count = sizeof cassets_files / sizeof cassets_files[0];
