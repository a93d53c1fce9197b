"""A device that a test writes, on a TCP port: it answers every request, and says what the test wants."""

import contextlib
import socket
import struct
import threading
import time

import binnacle_link

KINDS = {row.name: kind for kind, row in binnacle_link.MESSAGES.items()}


def payload(name, **values):
    """The payload of a message; fields that are not given are 0."""
    out = b""
    for field, code, _ in binnacle_link.MESSAGES[KINDS[name]].fields:
        value = values.get(field)
        if code in binnacle_link.OPEN:
            out += value or b""
        elif code in (binnacle_link.VECTOR, "3I"):
            out += struct.pack("<" + code, *(value or (0, 0, 0)))
        else:
            out += struct.pack("<" + code, value if value is not None else b"" if code.endswith("s") else 0)
    return out


# A record without a calibration: the identity.
def no_record():
    import zlib

    record = bytearray(216)
    record[:4] = b"BC\x01\xd8"
    for at in (32, 48, 64, 160, 176, 192):
        struct.pack_into("<i", record, at, 1 << 24)
    for at in (72, 74, 80):
        struct.pack_into("<H", record, at, 0xFFFF)
    record[82] = 255
    struct.pack_into("<I", record, 212, zlib.crc32(bytes(record[:212])))
    return bytes(record)


class FakeDevice:
    """Serves one connection after the other, as a serial port over TCP does."""

    def __init__(self, board=b"fake", rate=50):
        self.board, self.rate = board, rate
        self.started = time.monotonic()
        self.sequence = 0
        self.lock = threading.Lock()
        self.connection = None
        # Requests that get no answer, by their names.
        self.ignored = set()
        self.requests = []
        self.is_there = True
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        self.link = f"tcp:127.0.0.1:{self.port}"
        threading.Thread(target=self._serve, daemon=True).start()
        threading.Thread(target=self._measure, daemon=True).start()

    def send(self, name, token=0, **values):
        self.send_bytes(binnacle_link.encode(KINDS[name], token, self._next(), payload(name, **values)))

    def send_bytes(self, data):
        # The thread that serves may forget the connection at any moment.
        connection = self.connection
        with contextlib.suppress(OSError):
            if connection:
                connection.sendall(data)

    def pull(self, is_away):
        """The cable: while it is away, nobody can connect."""
        self.is_there = not is_away
        connection = self.connection
        # A peer that has gone, or a connection that is closed, has nothing left to shut down.
        with contextlib.suppress(OSError):
            if is_away and connection:
                connection.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.is_there = False
        self.server.close()
        self.pull(True)

    @property
    def time(self):
        return int((time.monotonic() - self.started) * 1e6) + 1

    def _next(self):
        with self.lock:
            self.sequence = (self.sequence + 1) & 0xFFFF
            return self.sequence

    def _serve(self):
        while True:
            try:
                connection, _ = self.server.accept()
            except OSError:
                return
            if not self.is_there:
                connection.close()
                continue
            receiver = binnacle_link.Receiver()
            self.connection = connection
            while True:
                try:
                    data = connection.recv(4096)
                except OSError:
                    data = b""
                if not data:
                    break
                for frame in receiver.feed(data):
                    self._answer(frame)
            # `connection` is closed last: whoever still holds it gets an error, and not another file of this number.
            self.connection = None
            connection.close()

    def _measure(self):
        number = 0
        while self.server.fileno() >= 0:
            time.sleep(1 / self.rate)
            number += 1
            self.send(
                "reading",
                time=self.time,
                sampleNumber=number,
                mode=2,
                field=(20_000, 0, 43_000),
                specificForce=(0, 0, -1_000_000),
                correctedField=(20_000 * 256, 0, 43_000 * 256),
                magneticHeading=0x40000000,
                heading=0x40000000,
                accuracy=0xFFFF,
                doubts=1,
                forceAge=0xFFFF,
            )

    def _answer(self, frame):
        name = binnacle_link.MESSAGES[frame.kind].name
        self.requests.append(name)
        if name in self.ignored:
            return
        token = frame.token
        if name == "getHello":
            self.send(
                "hello",
                token,
                protocolMinimum=1,
                protocolMaximum=1,
                sensorState=2,
                capabilities=1,
                board=self.board,
                messageTableHash=binnacle_link.table_hash(),
                maximumPayload=256,
                bootCounter=7,
                time=self.time,
                boardIdentifier=99,
            )
        elif name == "ping":
            self.send("pong", token, time=self.time)
        elif name == "getCalibration":
            self.send("calibration", token, record=no_record())
        elif name == "getMounting":
            self.send("mounting", token)
        elif name == "getStatistics":
            self.send("statistics", token, time=self.time)
        elif name == "getHeadingSettings":
            self.send("headingSettings", token, levelTolerance=50)
        elif name == "getCalibrationProgress":
            self.send("calibrationProgress", token, tilt=0xFFFF, predictedError=0xFFFF)
        elif name == "getCalibrationReport":
            self.send("calibrationReport", token, tilt=0xFFFF)
        elif name in ("getMotion", "selfTest"):
            self.send("refused", token, request=frame.kind, reason=8)
        else:
            self.send("acknowledged", token, request=frame.kind)
