// A part of a trial with optical truth, as its file is. The licence stands beside it.
//
// In: sample.csv. Out: its bytes.
// Free to change: nothing: figures rest on the file.
#pragma once

/// The bytes of the file.
const void *motion_sample(void);
/// How many there are.
unsigned long motion_sample_length(void);
