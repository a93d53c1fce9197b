// RecordStore: keeps a record in two slots of flash or EEPROM, of which one is always complete.
//
// In: parts of a record, and pages. Out: the newest complete record, and how an operation ended.
// Free to change: the order of steps, if a power cut at any of them leaves a record. Ask first: the bytes of a slot.
