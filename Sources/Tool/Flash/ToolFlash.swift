// ToolFlash: `flash`: writes an image to a board, checks that it runs, and keeps the calibration.
//
// In: the name of a board, a drive or a probe. Out: a board with this image, or what the user must do.
// Free to change: advice. Ask first: when a drive may be written.
