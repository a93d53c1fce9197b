// Empty but for the include: SwiftPM wants a source file in every C target.
#include "CVolatile.h"
