// LinkProtocol: frames and messages between device and host, and the counters of each end.
//
// In: bytes, or values of messages. Out: values, or bytes.
// Free to change: code with meaning around a message. Ask first: fields, which messages.json states and
// `make_link.py` generates.
