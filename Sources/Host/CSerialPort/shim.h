// libserialport is a system library; this folder only maps its header into Swift.
#include <libserialport.h>
