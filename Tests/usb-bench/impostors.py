"""Who answers in place of a board: each takes the bytes that the host sent, and returns what it says."""

import threading
import time

from oracle import binnacle_link


class Silent:
    """Takes what is said and answers nothing."""

    def __init__(self):
        self.heard = threading.Event()

    def __call__(self, chunk):
        if chunk:
            self.heard.set()
        return b""


class Sentences:
    """A GNSS receiver: a sentence every tenth of a second."""

    def __init__(self):
        self._next = 0

    def __call__(self, _):
        now = time.monotonic()
        if now < self._next:
            return b""
        self._next = now + 0.1
        body = b"GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W"
        total = 0
        for byte in body:
            total ^= byte
        return b"$%s*%02X\r\n" % (body, total)


class Futuristic:
    """A board that speaks protocol versions 9 to 11 only."""

    def __init__(self):
        self._receiver, self._sequence = binnacle_link.Receiver(), 0

    def __call__(self, chunk):
        out = b""
        for frame in self._receiver.feed(chunk):
            if frame.kind == 0x01:
                hello = bytearray(117)
                hello[0:5] = 9, 11, 7, 0, 0
                hello[20:26] = b"future"
                out += binnacle_link.encode(0x81, frame.token, self._sequence, bytes(hello))
                self._sequence += 1
        return out
