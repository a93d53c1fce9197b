// The vectors of an STM32F4, and what runs before main().
#include <stdint.h>
#include <string.h>

extern uint32_t stack_top[], data_load[], data_start[], data_end[], bss_start[], bss_end[];
int main(void);
void SysTick_Handler(void);
void USART1_Handler(void);

void Reset_Handler(void) {
  memcpy(data_start, data_load, (size_t)((char *)data_end - (char *)data_start));
  memset(bss_start, 0, (size_t)((char *)bss_end - (char *)bss_start));
  main();
}

static void stop(void) {
  for (;;) {}
}

__attribute__((section(".vectors"), used)) static void (*const vectors[16 + 38])(void) = {(void (*)(void))stack_top,
    Reset_Handler, stop, stop, stop, stop, stop, 0, 0, 0, 0, stop, stop, 0, stop, SysTick_Handler,
    [16 + 37] = USART1_Handler};
