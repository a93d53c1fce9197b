// ToolConnection: an open device, the capture of its bytes, and what several commands say about them.
//
// In: a link and options. Out: a session, remarks, a capture file.
// Free to change: remarks. Ask first: what is set on a device, and restored.
