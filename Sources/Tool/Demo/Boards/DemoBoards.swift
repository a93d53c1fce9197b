// DemoBoards: `boards build` alone, which builds the image for `make demo`.
//
// In: the command line. Out: an image.
// Free to change: everything that keeps the image of `boards build`.
