// ToolDevice: `ports`, `selftest`, `sensors`, `field-meter`, `boards run`.
//
// In: a link. Out: what is connected, and what is wrong with it.
// Free to change: advice and layout. Ask first: JSON keys.
