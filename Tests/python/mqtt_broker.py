"""Debian's broker of MQTT, which `make .build/broker/ready` unpacks, and a listener by paho-mqtt."""

import contextlib
import json
import os
import pathlib
import signal
import socket
import subprocess
import threading
import time

import paho.mqtt.client
from patience import PATIENCE
from ports import free_port

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".build" / "broker"
PROGRAM = FOLDER / "usr" / "sbin" / "mosquitto"
PASSWORDS = FOLDER / "usr" / "bin" / "mosquitto_passwd"
# For the broker, and for the program that it judges: libmosquitto.so.1 is there.
LIBRARIES = {
    "LD_LIBRARY_PATH": ":".join(
        str(path) for path in sorted(FOLDER.glob("*/*-linux-*")) + sorted(FOLDER.glob("usr/lib/*-linux-*"))
    )
}


class Broker:
    """A broker that remembers sessions and retained messages in its folder, also when it is killed."""

    def __init__(self, folder, *lines, user=None, password=None):
        self.folder, self.port, self.process = folder, free_port(), None
        self.user, self.password = user, password
        # A session may keep any number of messages for a listener that is away. The user matters to root alone.
        settings = [
            *(f"listener {self.port} 127.0.0.1", "user root", "persistence true", f"persistence_location {folder}/"),
            *("autosave_interval 1", "autosave_on_changes true", "max_queued_messages 0", "max_inflight_messages 0"),
            *(f"log_dest file {folder}/log", "log_type all", *lines),
        ]
        if user:
            run = [PASSWORDS, "-c", "-b", folder / "users", user, password]
            subprocess.run(run, check=True, env=dict(os.environ, **LIBRARIES), capture_output=True)
            settings.append(f"password_file {folder}/users")
        else:
            settings.append("allow_anonymous true")
        (folder / "mosquitto.conf").write_text("\n".join(settings) + "\n")

    def start(self):
        self.process = subprocess.Popen(
            [PROGRAM, "-c", self.folder / "mosquitto.conf"],
            env=dict(os.environ, **LIBRARIES),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return self
            except OSError:
                time.sleep(0.05)
        raise AssertionError(self.log)

    def stop(self, number=signal.SIGKILL):
        if self.process:
            self.process.send_signal(signal.SIGCONT)
            self.process.send_signal(number)
            self.process.wait(PATIENCE)
        self.process = None

    @property
    def log(self):
        path = self.folder / "log"
        return path.read_text() if path.exists() else ""

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()


class SlowBroker:
    """A broker that accepts everybody, and confirms each message after `delay` seconds, or never (`None`); it knows what it got."""

    def __init__(self, delay, answer=0, port=0):
        self.delay, self.answer, self.kinds, self.health = delay, answer, [], []
        self.server = socket.create_server(("127.0.0.1", port))
        self.port = self.server.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection = self.server.accept()[0]
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        with connection, connection.makefile("rb") as stream, contextlib.suppress(OSError):
            while first := stream.read(1):
                self.take(connection, first[0] >> 4, self.packet(stream))

    @staticmethod
    def packet(stream):
        length = shift = 0
        while (byte := stream.read(1)[0]) & 0x80:
            length, shift = length | (byte & 0x7F) << shift, shift + 7
        return stream.read(length | byte << shift)

    def take(self, connection, kind, packet):
        """MQTT 3.1.1, section 2.2.1: 1 connect, 3 publish, 12 ping, 14 disconnect."""
        self.kinds.append(kind)
        if kind == 1:
            connection.sendall(bytes((0x20, 2, 0, self.answer)))
        elif kind == 12:
            connection.sendall(b"\xd0\x00")
        elif kind == 3:
            end = 2 + int.from_bytes(packet[:2], "big")
            if packet[2:end].endswith(b"/health"):
                self.health.append(json.loads(packet[end + 2 :]))
            if self.delay is not None:
                confirm = threading.Timer(self.delay, self.confirm, (connection, packet[end : end + 2]))
                confirm.daemon = True
                confirm.start()

    @staticmethod
    def confirm(connection, number):
        with contextlib.suppress(OSError):
            connection.sendall(b"\x40\x02" + number)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.close()


class Listener:
    """Keeps what the broker publishes; its session outlives a broker that restarts."""

    def __init__(self, broker, topics="#", **tls):
        self.messages, self.changed = [], threading.Condition()
        self.client = paho.mqtt.client.Client(
            paho.mqtt.client.CallbackAPIVersion.VERSION2, client_id=f"judge{id(self)}", clean_session=False
        )
        if broker.user:
            self.client.username_pw_set(broker.user, broker.password)
        if tls:
            self.client.tls_set(**tls)
        self.client.reconnect_delay_set(1, 1)
        self.client.on_connect = lambda client, *_: client.subscribe(topics, 1)
        self.client.on_message = self.receive
        self.client.connect("127.0.0.1", broker.port)
        self.client.loop_start()

    def receive(self, _client, _data, message):
        with self.changed:
            self.messages.append((message.topic, json.loads(message.payload), message.retain))
            self.changed.notify_all()

    def of(self, topic):
        """The documents of a topic so far."""
        with self.changed:
            return [document for name, document, _ in self.messages if name == topic]

    def wait(self, topic, is_enough, seconds=PATIENCE):
        """The documents of a topic as soon as there are enough."""
        deadline = time.monotonic() + seconds
        with self.changed:
            while True:
                found = [document for name, document, _ in self.messages if name == topic]
                if is_enough(found):
                    return found
                assert self.changed.wait(deadline - time.monotonic()), f"{topic}: {found[-3:]}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.disconnect()
        self.client.loop_stop()
