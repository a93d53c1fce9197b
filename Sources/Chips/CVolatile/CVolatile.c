// Empty except for the include: SwiftPM needs a source file in every C target.
#include "CVolatile.h"
