// BinnacleArrays: the functions of `binnacle_arrays.h`: arrays of samples, and the fit of a recording, for Python.
//
// In: arrays with their strides and scales. Out: arrays of readings, headings and attitudes.
// Free to change: everything that keeps the header and the bits of a result.
