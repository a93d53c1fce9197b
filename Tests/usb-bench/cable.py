"""The cable between the board's UART and the PC's USB adapter: it can be pulled, and made to damage what it carries."""

import os
import random
import select
import socket
import threading
import time
import tty


class Noise:
    """Flips, drops and inserts bytes, each at a third of `rate` per byte. Seeded; counts what it did."""

    def __init__(self, rate, seed):
        self._rate, self._random = rate, random.Random(seed)
        self.flipped = self.dropped = self.inserted = 0

    def damage(self, chunk):
        out = bytearray()
        for byte in chunk:
            if self._random.random() >= self._rate:
                out.append(byte)
                continue
            how = self._random.randrange(3)
            if how == 0:
                out.append(byte ^ (1 << self._random.randrange(8)))
                self.flipped += 1
            elif how == 1:
                self.dropped += 1
            else:
                out += bytes((byte, self._random.randrange(256)))
                self.inserted += 1
        return bytes(out)


class Terminal:
    """A pseudo-terminal with the calls of a socket."""

    def __init__(self):
        self._ours, theirs = os.openpty()
        tty.setraw(theirs)
        self.path = os.ttyname(theirs)
        os.close(theirs)
        os.set_blocking(self._ours, False)

    def fileno(self):
        return self._ours

    def send(self, data):
        return os.write(self._ours, data)

    def recv(self, count):
        try:
            return os.read(self._ours, count)
        except OSError:
            time.sleep(0.01)  # Nobody has it open.
            raise

    def close(self):
        os.close(self._ours)


class Cable:
    """Carries bytes both ways in a thread. The board's side is drained whether or not the cable is plugged in."""

    # An adapter sends what it has after its latency timer, at best every millisecond, 62 bytes a packet.
    TICK = 0.001

    def __init__(self, board_end, adapter_path):
        self._board, self._path = board_end, adapter_path
        self._adapter = None
        self._lock = threading.RLock()
        self._is_over = False
        self._backlog = b""
        self.noise = None
        self.said = bytearray()
        """Everything the board sent, undamaged, plugged or not."""
        self.delivered = bytearray()
        """What the adapter got of it, damage included."""
        self.impostor = None
        """Another device in the board's place: takes the host's bytes, returns its own; called with b"" every 50 ms."""
        self.overrun = 0
        """Bytes that the adapter had no room for, because no program read them."""
        self.cut_next = None
        """Pull the cable after this many bytes of the next chunk."""
        self.pulled_at = None
        self.sabotage = None
        """To see scenarios fail: "damage" a byte in ten thousand unasked, "repeat" every twentieth chunk, "swallow" it."""
        self._chunks, self._stray = 0, Noise(1e-4, 1)
        board_end.setblocking(False)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def plug(self):
        connection = socket.socket(socket.AF_UNIX)
        # Little room on the way: an adapter holds some hundred bytes. The kernel charges each millisecond's small chunk
        # with most of a kilobyte, so this is about a tenth of a second, for a guest that is held up by other work here.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65536)
        connection.connect(self._path)
        connection.setblocking(False)
        with self._lock:
            self._adapter = connection

    def plug_terminal(self):
        """Into a pseudo-terminal of this machine instead; returns its path."""
        terminal = Terminal()
        with self._lock:
            self._adapter = terminal
        return terminal.path

    def pull(self):
        """Returns the moment."""
        with self._lock:
            if self._adapter is not None:
                self.pulled_at = time.monotonic()
                self._adapter.close()
                self._adapter = None
            return self.pulled_at

    def pull_within_frame(self, byte_count):
        """Pulls when so many bytes of the next chunk have gone through; returns the moment."""
        with self._lock:
            if self._adapter is None:
                return self.pulled_at
            self.cut_next = byte_count
        until = time.monotonic() + 0.5
        while self.is_plugged and time.monotonic() < until:
            time.sleep(0.001)
        self.cut_next = None
        return self.pull()

    @property
    def is_plugged(self):
        return self._adapter is not None

    def end(self):
        self._is_over = True
        self._thread.join(10)
        self.pull()

    def _run(self):
        while not self._is_over:
            adapter = self._adapter
            watched = [self._board] + ([adapter] if adapter is not None else [])
            try:
                ready, _, _ = select.select(watched, [], [], 0.05)
            except (OSError, ValueError):
                continue  # Pulled meanwhile.
            if self.impostor and adapter is not None:
                self._offer(self.impostor(b""))
            if self._board in ready:
                time.sleep(self.TICK)
                self._from_board()
            if adapter in ready:
                self._from_adapter(adapter)

    def _from_board(self):
        try:
            chunk = self._board.recv(65536)
        except BlockingIOError:
            return
        if not chunk:
            self._is_over = True
            return
        self.said += chunk
        if not self.impostor:
            for part in self._sabotaged(chunk):
                self._offer(part)

    def _sabotaged(self, chunk):
        self._chunks += 1
        if self.sabotage == "damage":
            return [self._stray.damage(chunk)]
        if self._chunks % 20 or self.sabotage not in ("repeat", "swallow"):
            return [chunk]
        return [chunk, chunk] if self.sabotage == "repeat" else []

    def _offer(self, chunk):
        with self._lock:
            if self._adapter is None:
                return
            if self.cut_next is not None and chunk:
                chunk = chunk[: self.cut_next]
            if self.noise:
                chunk = self.noise.damage(chunk)
            try:
                sent = self._adapter.send(chunk) if chunk else 0
            except BlockingIOError:
                sent = 0
            except OSError:
                return
            self.overrun += len(chunk) - sent
            self.delivered += chunk[:sent]
            if self.cut_next is not None and chunk:
                self.cut_next = None
                self.pull()

    def _from_adapter(self, adapter):
        try:
            chunk = adapter.recv(4096)
        except OSError:
            return
        if not chunk:
            return
        if self.impostor:
            self._offer(self.impostor(chunk))
            return
        if self.noise:
            chunk = self.noise.damage(chunk)
        self._backlog += chunk
        while self._backlog:
            try:
                sent = self._board.send(self._backlog)
            except BlockingIOError:
                # The board takes bytes only while it is drained.
                self._from_board()
                continue
            self._backlog = self._backlog[sent:]
