// The C library's reader of long options.
//
// In: the C library's header. Out: the module `CGetopt`.
// Free to change: nothing is here to change.
#include <getopt.h>
