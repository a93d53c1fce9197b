#include "CVolatile.h"
