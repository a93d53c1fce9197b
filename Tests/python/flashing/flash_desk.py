"""An emulated board behind a TCP port, and the drive of its interface chip."""

import pathlib
import select
import socket
import threading

DETAILS = (
    "# DAPLink Firmware - see https://daplink.io\r\nUnique ID: {identity}360200052820\r\nHIC ID: 6e052820\r\nAuto Reset: 1\r\n"
    "Page erasing: {pages}\r\nDaplink Mode: {mode}\r\nInterface Version: 0257\r\n"
)


def details(identity="9904", pages=0, mode="Interface"):
    return DETAILS.format(identity=identity, pages=pages, mode=mode)


def binary(text):
    """The bytes of an Intel HEX file, from address 0."""
    content, base = bytearray(), 0
    for line in text.split():
        record = bytes.fromhex(line[1:])
        kind, at = record[3], int.from_bytes(record[1:3], "big")
        if kind in (2, 4):
            base = int.from_bytes(record[4:6], "big") << (4 if kind == 2 else 16)
        elif kind == 0:
            content[len(content) :] = b"\xff" * (base + at + record[0] - len(content))
            content[base + at : base + at + record[0]] = record[4:-1]
    return content


class Bench:
    """Runs a board in a thread, at its own speed, and takes one client after the other."""

    def __init__(self, board, line, drive=None):
        self.board, self.line, self.drive = board, line, drive
        self.flashed = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.link = f"tcp:127.0.0.1:{self.listener.getsockname()[1]}"
        self.ends = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ends.set()
        self.thread.join(20)
        self.listener.close()

    def run(self):
        client, waiting = None, b""
        while not self.ends.is_set():
            if client is None and select.select([self.listener], [], [], 0)[0]:
                client, waiting = self.listener.accept()[0], b""
            if client and not waiting and select.select([client], [], [], 0)[0]:
                try:
                    waiting = client.recv(4096)
                except ConnectionResetError:
                    waiting = b""
                if not waiting:
                    client = client.close()
            room = self.line.room()
            self.line.feed(waiting[:room])
            waiting = waiting[room:]
            self.turn()
            if client and self.line.sent:
                try:
                    client.sendall(self.line.sent)
                except OSError:
                    client = client.close()
            self.line.sent.clear()
            self.take_file()
        if client:
            client.close()

    def turn(self):
        """A slice of the board's time."""
        self.board.run()

    def take_file(self):
        """What an interface chip does with a whole file: it erases all of the flash, programs it and restarts the board."""
        for path in pathlib.Path(self.drive).glob("*.hex") if self.drive else []:
            text = path.read_text()
            if text.rstrip().endswith(":00000001FF"):
                path.unlink()
                self.board.flash.content[:] = b"\xff" * len(self.board.flash.content)
                self.board.program[:] = binary(text)
                self.board.core.mem_write(0, bytes(self.board.program))
                self.board.restart()
                self.flashed += 1
