// PageCore: the device half, the decoder, the fit and the check for the page, compiled to WebAssembly.
//
// In: bytes and numbers of JavaScript. Out: texts and numbers in memory that the page reads.
// Free to change: code, if the module stays in its size. Ask first: names of functions, which core.js calls.
