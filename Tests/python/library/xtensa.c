// The start of an Xtensa core in QEMU's machine "sim", and the functions that Debian's libgcc for the lx106 lacks.
#include <stdint.h>

int main(void);

__asm__(
    ".section .text.reset\n  j start\n.section .text.start\n.global start\n.align 4\nstart:\n  movi a1, stack_top\n  call0 main\n  mov a3, a2\n"
    "  movi a2, 1\n  simcall\n");

void say(const char *text) {
  int length = 0;
  while (text[length]) length++;
  register int call __asm__("a2") = 4;
  register int file __asm__("a3") = 1;
  register const char *bytes __asm__("a4") = text;
  register int count __asm__("a5") = length;
  __asm__ volatile("simcall" : "+r"(call), "+r"(file) : "r"(bytes), "r"(count) : "memory");
}

uint64_t __muldi3(uint64_t a, uint64_t b) {
  uint32_t low = (uint32_t)a, high = (uint32_t)b;
  uint32_t a0 = low & 0xffff, a1 = low >> 16, b0 = high & 0xffff, b1 = high >> 16;
  uint32_t middle = a1 * b0 + (a0 * b0 >> 16), other = a0 * b1 + (middle & 0xffff);
  uint64_t product =
      (uint64_t)(a1 * b1 + (middle >> 16) + (other >> 16)) << 32 | (uint64_t)(other << 16 | (a0 * b0 & 0xffff));
  return product + ((uint64_t)(low * (uint32_t)(b >> 32) + (uint32_t)(a >> 32) * high) << 32);
}

uint64_t __udivdi3(uint64_t number, uint64_t by) {
  uint64_t rest = 0;
  for (int i = 0; i < 64; i++) {
    uint32_t top = (uint32_t)(rest >> 63);
    rest = rest << 1 | number >> 63;
    number <<= 1;
    if (top || rest >= by) {
      rest -= by;
      number |= 1;
    }
  }
  return number;
}

uint64_t __umoddi3(uint64_t number, uint64_t by) { return number - __udivdi3(number, by) * by; }

int64_t __divdi3(int64_t number, int64_t by) {
  uint64_t result =
      __udivdi3(number < 0 ? 0u - (uint64_t)number : (uint64_t)number, by < 0 ? 0u - (uint64_t)by : (uint64_t)by);
  return (int64_t)((number < 0) != (by < 0) ? 0 - result : result);
}

int64_t __moddi3(int64_t number, int64_t by) { return number - __divdi3(number, by) * by; }

uint32_t __udivsi3(uint32_t number, uint32_t by) { return (uint32_t)__udivdi3(number, by); }

uint32_t __umodsi3(uint32_t number, uint32_t by) { return (uint32_t)__umoddi3(number, by); }

int32_t __divsi3(int32_t number, int32_t by) { return (int32_t)__divdi3(number, by); }

int32_t __modsi3(int32_t number, int32_t by) { return (int32_t)__moddi3(number, by); }
