// As much of Arduino's core as the sketches use, on a PC: Serial is standard output, a socket or a pty; the time is that of the models.
#pragma once
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

extern "C" {
#include "../chips.h"
#include "../line.h"
}

#define F(text) (text)
enum { LOW, HIGH, INPUT_PULLUP, OUTPUT };
#if defined(ARDUINO_ARCH_ESP8266) || defined(ARDUINO_ARCH_ESP32)
#define LED_BUILTIN 2
#else
#define LED_BUILTIN 13
#endif

inline unsigned long micros() { return (uint32_t)clock_now(); }
inline unsigned long millis() { return (uint32_t)(clock_now() / 1000); }
void yield();
inline void pinMode(uint8_t, uint8_t) {}
int digitalRead(uint8_t pin);
void digitalWrite(uint8_t pin, uint8_t value);

struct Print {
  virtual size_t write(uint8_t byte) = 0;
  virtual size_t write(const uint8_t *bytes, size_t count) {
    size_t done = 0;
    while (done < count && write(bytes[done])) done++;
    return done;
  }
  // That of the cores: a port that does not know better has no room.
  virtual int availableForWrite() { return 0; }
  size_t print(const char *text) {
    for (const char *c = text; *c; c++) write((uint8_t)*c);
    return strlen(text);
  }
  size_t print(char letter) { return write((uint8_t)letter); }
  size_t print(double number, int digits = 2) {
    char text[40];
    snprintf(text, sizeof text, "%.*f", digits, number);
    return print(text);
  }
  size_t print(int number) { return print((double)number, 0); }
  size_t print(uint8_t number) { return print((double)number, 0); }
  size_t println(const char *text = "") { return print(text) + print('\n'); }
  size_t println(double number, int digits = 2) { return print(number, digits) + print('\n'); }
};

struct SerialPort : Print {
  int next = -1;
  bool is_text = false;
  void begin(long) {}
  int available() {
    if (next < 0) next = line_receive();
    return next >= 0;
  }
  int read() {
    const int byte = next;
    next = -1;
    return byte;
  }
#if !defined(PORT_TELLS_NO_ROOM)
  int availableForWrite() override { return line_can_send() ? 64 : 0; }
#endif
  using Print::write;
  size_t write(uint8_t byte) override {
    if (!is_text && !line_can_send()) return 0;
    if (is_text)
      putchar(byte);
    else
      line_send(byte);
    return 1;
  }
};
extern SerialPort Serial;
