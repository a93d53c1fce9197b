// Emulator: boots an image in an emulator, changes the field around its sensor, and ends it in every case.
//
// In: an image, a world. Out: a byte stream, and when each field was set.
// Free to change: how a machine is watched. Ask first: the options of QEMU, on which the timing of tests rests.
