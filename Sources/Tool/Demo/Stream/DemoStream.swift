// DemoStream: the program of `make demo`: `stream` alone, which builds in a fraction of the time.
//
// In: the command line. Out: an exit status.
// Free to change: everything that keeps the output of `stream`.
