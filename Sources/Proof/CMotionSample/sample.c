// The file is embedded, so that the program needs nothing beside it.
#include "motion_sample.h"

static const char sample[] = {
#embed "sample.csv"
};

const void *motion_sample(void) { return sample; }
unsigned long motion_sample_length(void) { return sizeof sample; }
