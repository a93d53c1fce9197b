// The C library's reader of long options.
#include <getopt.h>
