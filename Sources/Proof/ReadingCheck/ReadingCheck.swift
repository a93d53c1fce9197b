// ReadingCheck: compares one reading with `Reference`, in program and page.
//
// In: a reading, its record and mounting. Out: the differences in degrees and nanotesla.
// Free to change: code. Ask first: which fields are compared.
