// A serial line for one client: a TCP port or a pseudo terminal.
#ifndef LINE_H
#define LINE_H
#include <stdint.h>
int line_open(const char *where); /* "tcp:PORT" or "pty"; prints where it is */
int line_receive(void);           /* the next byte, or -1 */
int line_can_send(void);
void line_send(uint8_t byte);
void line_flush(void);
#endif
