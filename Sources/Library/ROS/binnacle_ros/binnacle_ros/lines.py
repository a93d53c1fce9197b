"""The lines that `binnacle publish LINK --to json+tcp://` sends, read again after each loss of the connection."""

import json
import socket
import threading
import time

LONGEST_LINE = 65536
"""Bytes; a reading has some 2,000."""


class Lines:
    """Calls `receive(reading, time)` for each reading, on its own thread; it came at `time`, of time.monotonic()."""

    def __init__(self, host, port, receive, retry=1.0, silence=5.0):
        self._place, self._receive, self._retry, self._silence = (host, port), receive, retry, silence
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.refused = 0
        """Lines that were no reading."""

    def start(self):
        self._thread.start()

    def end(self):
        self._ends.set()
        self._thread.join(self._silence + self._retry + 1)

    def _run(self):
        while not self._ends.is_set():
            try:
                with socket.create_connection(self._place, timeout=self._silence) as connection:
                    self._read(connection)
            except OSError:
                pass
            self._ends.wait(self._retry)

    def _read(self, connection):
        connection.settimeout(self._silence)
        rest = b""
        while not self._ends.is_set():
            part = connection.recv(16384)
            if not part:
                return
            received = time.monotonic()
            *lines, rest = (rest + part).split(b"\n")
            if len(rest) > LONGEST_LINE:
                self.refused += 1
                return
            for line in lines:
                self._take(line, received)

    def _take(self, line, received):
        try:
            found = json.loads(line)
        except ValueError:
            self.refused += 1
            return
        # Other lines, such as gaps, say what they are.
        if isinstance(found, dict) and "what" not in found and "deviceTimeSeconds" in found:
            self._receive(found, received)
