// What a device sends, on a port of Arduino.
#pragma once

#include <Arduino.h>
#include <string.h>

namespace binnacle {

/// Passes bytes on to a port: as many as it has room for. A core that never tells of room (its availableForWrite() is that of
/// Print, 0: sockets of an ESP32, ports of mbed, Renesas and nRF52) gets 64 bytes at a time, and may wait until they are sent.
class Line {
public:
  /// @param next gives the next byte, and a negative number if there is none.
  template <class Port, class Next> void send(Port &port, Next next) {
    if (last != &port) has_told_room = false;
    last = &port;
    const int room = port.availableForWrite();
    if (room > 0) has_told_room = true;
    if (room <= 0 && has_told_room) return;
    uint32_t left = room > 0 ? (uint32_t)room : sizeof waiting;
    while (left > 0) {
      const uint32_t most = left < sizeof waiting ? left : (uint32_t)sizeof waiting;
      int32_t byte;
      while (count < most && (byte = next()) >= 0) waiting[count++] = (uint8_t)byte;
      const uint32_t offered = count < most ? count : most;
      if (offered == 0) return;
      uint32_t taken = (uint32_t)port.write(waiting, offered);
      // Some ports answer with a negative number.
      if (taken > offered) taken = 0;
      // The rest waits for the next call.
      memmove(waiting, waiting + taken, count -= taken);
      left -= taken;
      if (taken < offered) return;
    }
  }

private:
  uint8_t waiting[64];
  uint32_t count = 0;
  const void *last = nullptr;
  bool has_told_room = false;
};

}  // namespace binnacle
