#include "cassets_demo.h"

static const unsigned char menu[] = {
#embed "demo/demo-menu.json"
};
const unsigned char *const cassets_demo_menu = menu;
const size_t cassets_demo_menu_count = sizeof menu;
