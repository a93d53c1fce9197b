// What the compiler asks a C library for, in a module that has none.
//
// In: calls of the compiler for memory and numbers. Out: what a C library would return.
// Free to change: everything that keeps the results.
#pragma once
