#pragma once
#include <llhttp.h>
