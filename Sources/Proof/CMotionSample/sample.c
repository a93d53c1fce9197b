// The file is embedded, so that the program needs nothing beside it.
#include "motion_sample.h"

// It is of C23, and every compiler that Swift comes with knows it.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char sample[] = {
#embed "sample.csv"
};

const void *motion_sample(void) { return sample; }
unsigned long motion_sample_length(void) { return sizeof sample; }
