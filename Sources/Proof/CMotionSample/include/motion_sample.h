// A part of a trial with optical truth, as its file is. The licence stands beside it.
#pragma once

/// The bytes of the file.
const void *motion_sample(void);
/// How many there are.
unsigned long motion_sample_length(void);
