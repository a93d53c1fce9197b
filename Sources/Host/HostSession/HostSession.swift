// HostSession: requests to a device and its answers, over any byte stream.
//
// In: bytes of a `ByteStream`. Out: frames, replies, the device's time, counts of lost frames.
// Free to change: retries and timeouts, if a slow device is not taken for silent. Ask first: first contact
// (Protocols/link).
