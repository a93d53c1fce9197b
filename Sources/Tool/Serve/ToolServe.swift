// ToolServe: `serve`: the compass on a web page.
//
// In: a device, a capture or a recording; commands of the page. Out: frames for every page.
// Free to change: remarks. Ask first: commands and who may send them (docs/serve.md).
