#include "chttp.h"
