// libserialport is a system library; this folder only maps its header into Swift.
//
// In: libserialport's header. Out: the module `CSerialPort`.
// Free to change: nothing is here to change.
#include <libserialport.h>
