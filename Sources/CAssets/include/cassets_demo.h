// The menu of the demo shop, in Crema's own format.
#pragma once
#include <stddef.h>

extern const unsigned char *const cassets_demo_menu;
extern const size_t cassets_demo_menu_count;
