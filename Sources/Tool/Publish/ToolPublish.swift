// ToolPublish: `publish`: readings to chart plotters and programs, over network and serial lines.
//
// In: a link and targets. Out: sentences and JSON for each target.
// Free to change: remarks. Ask first: what is sent when the heading is not valid.
