// What the compiler asks a C library for, in a module that has none.
#pragma once
