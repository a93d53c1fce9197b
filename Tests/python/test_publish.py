"""`binnacle publish`: its targets, as independent programs understand them: Debian's gpsd and PyPI's pynmea2. The readings come
from the emulated board, whose compass stands level and turns once in ten seconds."""

import configparser
import contextlib
import json
import os
import pty
import select
import shutil
import signal
import socket
import subprocess
import threading
import time
import tty

import pynmea2
import pytest
from patience import PATIENCE
from ports import free_port
from test_nmea_output import GPSD, PROGRAM, ROOT, ask, checksum, gpsd

BOARD = "emulator:lm3s6965evb"
# Zürich, where the declination is 4 degrees east, and the sea off Ireland, where it is 2 degrees west. The fields there are
# like that of the emulated board.
EAST, WEST = "47.37,8.54", "52.5,-10"


def checked(line):
    """A sentence as pynmea2 reads it; its line end is that of the standard."""
    assert line.endswith(b"\r\n") and line.count(b"\r") == line.count(b"\n") == 1, line
    body, _, written = line[1:-2].partition(b"*")
    assert int(written, 16) == checksum(body), line
    assert len(line) <= 82
    # THS it does not know.
    return None if line[3:6] == b"THS" else pynmea2.parse(line.decode("ascii"), check=True)


class Publisher:
    """A running `binnacle publish`; `places` are those of its targets."""

    def __init__(self, *words, environment=None):
        self.process = subprocess.Popen(
            [PROGRAM, "publish", *words, "--json"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=dict(os.environ, **(environment or {})),
        )
        try:
            first = self.process.stdout.readline()
            assert first, self.process.communicate(timeout=PATIENCE)
            self.targets = json.loads(first)["targets"]
        except BaseException:
            self.kill()
            raise
        self.places = [target["place"] for target in self.targets]

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.process.stderr.close()

    def port(self, index):
        return int(self.places[index].rpartition(":")[2])

    def end(self):
        """Asks it to end: its summary, and what it said."""
        # Not SIGINT: a shell starts what runs in the background with that ignored, and so is what we start.
        self.process.send_signal(signal.SIGTERM)
        output, errors = self.process.communicate(timeout=PATIENCE)
        return json.loads(output.splitlines()[-1]), errors.decode()


@contextlib.contextmanager
def publish(*words, environment=None):
    if not PROGRAM.exists():
        pytest.skip("swift build makes the program first")
    publisher = Publisher(*words, environment=environment)
    try:
        yield publisher
    finally:
        publisher.kill()


def read_lines(connection, seconds, enough=None):
    """The whole lines that come in this time, or until there are enough."""
    deadline, buffer = time.monotonic() + seconds, b""
    connection.settimeout(0.2)
    while time.monotonic() < deadline and (enough is None or buffer.count(b"\n") < enough):
        with contextlib.suppress(TimeoutError):
            part = connection.recv(65536)
            if not part:
                break
            buffer += part
    return [line + b"\n" for line in buffer.split(b"\n")[:-1]]


def by_reading(lines):
    """The sentences of each whole reading, by formatter."""
    readings = []
    for line in lines:
        if line[3:6] == b"HDG":
            readings.append({})
        if readings:
            readings[-1][line[3:6].decode()] = line.rstrip().partition(b"*")[0].decode().split(",")[1:]
        checked(line)
    return readings[:-1]


def attitudes(port, seconds, devices):
    """gpsd's reports of a heading, for each of its devices one at least, by device."""
    found = {}
    for report in ask(port, seconds):
        if report["class"] == "ATT" and "heading" in report:
            found.setdefault(report["device"], []).append(report)
        if len(found) >= devices:
            break
    return found


@pytest.mark.skipif(GPSD is None, reason="Debian's gpsd is not installed")
def test_gpsd_reads_headings_over_tcp_udp_and_a_terminal():
    ours, theirs = pty.openpty()
    tty.setraw(ours)
    tty.setraw(theirs)
    datagrams = free_port(socket.SOCK_DGRAM)
    try:
        with publish(
            BOARD,
            *("--level", "1", "--location", EAST),
            *("--to", "nmea+tcp://:0", "--to", f"nmea+udp://127.0.0.1:{datagrams}"),
            *("--to", f"nmea+serial:{os.ttyname(theirs)}?baud=38400", "--to", "json+tcp://:0"),
        ) as publisher:
            sources = [f"tcp://127.0.0.1:{publisher.port(0)}", f"udp://127.0.0.1:{datagrams}"]
            # gpsd opens a terminal of its own: what the program sends to the other end is passed on to it.
            relay, device = pty.openpty()
            tty.setraw(relay)
            tty.setraw(device)
            child = os.fork()
            if child == 0:
                # Whatever happens, this process must not go on with the tests of its parent.
                try:
                    while True:
                        os.write(relay, os.read(ours, 4096))
                finally:
                    os._exit(0)
            try:
                with gpsd(*sources, os.ttyname(device)) as port:
                    found = attitudes(port, PATIENCE, 3)
            finally:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                os.close(relay)
                os.close(device)
            with socket.create_connection(("127.0.0.1", publisher.port(3)), timeout=5) as connection:
                readings = [json.loads(line) for line in read_lines(connection, PATIENCE, enough=12)]
            summary, errors = publisher.end()
    finally:
        os.close(ours)
        os.close(theirs)
    assert len(found) == 3, f"gpsd knows {list(found)}; {errors}"
    for reports in found.values():
        assert all(0 <= report["heading"] < 360 for report in reports)
    # JSON lines are those of `stream --json`.
    assert all(reading["trueHeadingDegrees"] is not None and reading["counts"] for reading in readings[2:])
    assert publisher.process.returncode == 0
    assert [target["skipped"] for target in summary["targets"]] == [0, 0, 0, 0]


@pytest.mark.parametrize("place, sign", [(EAST, "E"), (WEST, "W")])
def test_signs_and_fields(place, sign):
    card = "2,0,0,0,0" if sign == "E" else "-2,0,0,0,0"
    with (
        publish(
            BOARD, "--level", "1", "--location", place, "--card", card, "--to", "nmea+tcp://:0", "--talker", "II"
        ) as publisher,
        socket.create_connection(("127.0.0.1", publisher.port(0)), timeout=5) as plotter,
    ):
        # What a plotter sends is ignored.
        plotter.sendall(b"$GPRMC,,V,,,,,,,,,,N*53\r\n" * 100)
        lines = read_lines(plotter, PATIENCE, enough=300)
        publisher.end()
    assert all(line.startswith(b"$II") for line in lines)
    readings = [reading for reading in by_reading(lines) if "HDT" in reading and "ROT" in reading]
    assert len(readings) > 10
    previous, rates = None, []
    for reading in readings:
        sensor, deviation, side, variation, other = reading["HDG"]
        # East is added: the card's two degrees, then the declination.
        assert (side, other) == (sign, sign)
        by = {"E": 1, "W": -1}[sign]
        assert abs(float(deviation) - 2) < 0.11
        assert (3 < float(variation) < 4.5) if sign == "E" else (1.5 < float(variation) < 3.5)
        magnetic, true = float(reading["HDM"][0]), float(reading["HDT"][0])
        assert abs((float(sensor) + by * float(deviation) - magnetic + 180) % 360 - 180) < 0.16
        assert abs((magnetic + by * float(variation) - true + 180) % 360 - 180) < 0.16
        assert reading["HDM"][1] == "M" and reading["HDT"][1] == "T"
        assert reading["THS"] == [reading["HDT"][0], "S"]
        # The sign is that of the heading's change.
        rates.append(float(reading["ROT"][0]))
        assert reading["ROT"][1] == "A"
        if previous is not None:
            change = (magnetic - previous + 180) % 360 - 180
            assert change * rates[-1] > 0 or abs(change) < 0.2
        previous = magnetic
    # Once in ten seconds is 2,160 degrees a minute, always the same way. The board's world moves in steps, of which a reading
    # sees none, one or two, and more often two while the machine is busy: degrees a second would be 36, radians 38.
    assert 1200 < abs(sum(rates) / len(rates)) < 4300


def test_unsound_heading_leaves_its_field_empty_and_says_why():
    """Taken to be level within 5 degrees, the board's heading may be off by 34."""
    with (
        publish(BOARD, "--to", "nmea+tcp://:0", "--location", EAST) as publisher,
        socket.create_connection(("127.0.0.1", publisher.port(0)), timeout=5) as plotter,
    ):
        lines = read_lines(plotter, PATIENCE, enough=44)
        time.sleep(0.8)
        _, errors = publisher.end()
    for line in lines:
        checked(line)
    assert {line[3:6] for line in lines} == {b"HDG", b"THS"}
    assert all(line.startswith((b"$HCHDG,,,,", b"$HCTHS,,V")) for line in lines)
    assert "has no accelerometer, and is taken to be level within 5°" in errors and "say so: --level 1" in errors
    assert "no heading is sent: it may be off by 34°, and 15° are allowed (--worst)" in errors


def test_line_gets_what_it_carries_and_failed_targets_hold_up_nobody():
    """4,800 baud, a port that is taken, and one that does not exist: each is told once, and the others go on."""
    ours, theirs = pty.openpty()
    tty.setraw(ours)
    tty.setraw(theirs)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with publish(
            *("simulated?motion=waves", "--to", f"nmea+serial:{os.ttyname(theirs)}", "--to", "nmea+serial:/dev/absent"),
            *("--to", f"nmea+tcp://:{port}", "--to", "nmea+tcp://:0", "--location", EAST),
        ) as publisher:
            assert [target["rateHertz"] for target in publisher.targets] == [2, 2, 10, 10]
            with socket.create_connection(("127.0.0.1", publisher.port(3)), timeout=5) as plotter:
                quick = read_lines(plotter, 3)
            slow = b""
            while select.select([ours], [], [], 0)[0]:
                slow += os.read(ours, 65536)
            # The port is freed, and found.
            taken.close()
            deadline = time.monotonic() + PATIENCE
            while time.monotonic() < deadline:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1) as plotter:
                    again = read_lines(plotter, PATIENCE, enough=6)
                    break
                time.sleep(0.2)
            _, errors = publisher.end()
    os.close(ours)
    os.close(theirs)
    quick, slow = by_reading(quick), by_reading(line + b"\n" for line in slow.split(b"\n")[:-1])
    assert len(quick) >= 25 and 5 <= len(slow) <= 10
    assert {"HDG", "HDM", "HDT", "THS", "ROT", "XDR"} == set(slow[-1])
    assert len(again) >= 6
    assert errors.count("/dev/absent is not there") == 1
    assert errors.count(f"Port {port} of 127.0.0.1 is in use") == 1
    assert errors.count("2 a second fit, so it gets these") == 2


@contextlib.contextmanager
def sensor():
    """A port that prints a field ten times a second, until the function that is given is called; its path."""
    ours, theirs = pty.openpty()
    for end in (ours, theirs):
        tty.setraw(end)
    is_unplugged = threading.Event()

    def feed():
        while not is_unplugged.wait(0.1):
            os.write(ours, b"20.0,0.1,43.0\n")
        os.close(ours)

    feeder = threading.Thread(target=feed)
    feeder.start()
    try:
        yield os.ttyname(theirs), is_unplugged.set
    finally:
        is_unplugged.set()
        feeder.join()
        os.close(theirs)


def test_lost_board_isTold(tmp_path):
    """A plotter would steer by the last heading, and shows no age."""
    record = tmp_path / "record.json"
    record.write_text('{"hardIronNanotesla": [0, 0, 0], "softIron": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}')
    with sensor() as (port, unplug):
        link = f"csv:{port}?columns=mx,my,mz&unit=uT&state={tmp_path}"
        words = [PROGRAM, "calibration", "import", link, record, "--any-board"]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr
        words = ("--level", "1", "--worst", "90", "--to", "nmea+tcp://:0", "--to", "signalk+tcp://:0")
        with (
            publish(link, *words) as publisher,
            socket.create_connection(("127.0.0.1", publisher.port(0)), PATIENCE) as plotter,
            socket.create_connection(("127.0.0.1", publisher.port(1)), PATIENCE) as server,
        ):
            plotter, server = (each.makefile("rb") for each in (plotter, server))
            assert any(line.startswith(b"$HCHDG,") and not line.startswith(b"$HCHDG,,") for line in plotter)
            assert any(heading(line) is not None for line in server)
            unplug()
            assert any(line.startswith(b"$HCHDG,,,,") for line in plotter)
            assert any(heading(line) is None for line in server)


def heading(line):
    values = {each["path"]: each["value"] for each in json.loads(line)["updates"][0]["values"]}
    return values["navigation.headingMagnetic"]


def test_client_that_reads_nothing_holds_up_nobody():
    """Two hundred readings a second, for a client that never reads and one that does."""
    with publish("simulated", "--rate", "200", "--to", "json+tcp://:0") as publisher, socket.socket() as idle:
        idle.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        idle.connect(("127.0.0.1", publisher.port(0)))
        with socket.create_connection(("127.0.0.1", publisher.port(0)), timeout=5) as reader:
            lines = read_lines(reader, 3)
        summary, _ = publisher.end()
    times = [json.loads(line)["deviceTimeSeconds"] for line in lines]
    assert len(times) > 400
    assert max(later - earlier for earlier, later in zip(times, times[1:])) < 0.2
    # Only the idle one lost readings.
    assert summary["targets"][0]["skipped"] > 100 and summary["targets"][0]["clients"] == 2


def test_service_of_the_example_tells_its_manager(tmp_path):
    """The command of the unit, with a simulated compass in a known place and a free port; what systemd does is a datagram."""
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str
    unit.read(ROOT / "docs" / "examples" / "systemd" / "binnacle-publish.service")
    assert unit["Service"]["Type"] == "notify"
    program, command, link, *words = unit["Service"]["ExecStart"].split()
    assert (program, command, link) == ("/usr/local/bin/binnacle", "publish", "auto")
    # A simulated instrument measures its tilt.
    level = words.index("--level")
    del words[level : level + 2]
    words = [{"gpsd": EAST}.get(word, word).replace("0.0.0.0:10110", "127.0.0.1:0") for word in words]
    path = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(path)
        manager.settimeout(PATIENCE)
        with publish("simulated", *words, environment={"NOTIFY_SOCKET": path}) as publisher:
            assert manager.recv(4096).startswith(b"READY=1\nSTATUS=simulated")
            publisher.end()
            assert publisher.process.returncode == 0
            assert manager.recv(4096) == b"STOPPING=1"


def test_capture_is_published_in_its_own_time(tmp_path):
    capture = tmp_path / "run.binnacle"
    subprocess.run(
        [PROGRAM, "capture", "simulated", "-o", capture, "--readings", "30"],
        check=True,
        capture_output=True,
        timeout=60,
    )
    with publish(f"capture:{capture}", "--to", "json+tcp://:0") as publisher:
        with socket.create_connection(("127.0.0.1", publisher.port(0)), timeout=5) as reader:
            started = time.monotonic()
            lines = read_lines(reader, PATIENCE, enough=29)
            took = time.monotonic() - started
        publisher.process.wait(timeout=PATIENCE)
    assert len(lines) >= 28 and 2 < took < 5


# In the place of Avahi, with the signatures of its headers: it writes down what it is asked.
AVAHI = """
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
typedef void (*changed)(void *, int, void *);
static int poll_, client_, group_, tries;
static changed client_changed;
static void *client_data;
static void note(const char *text) { FILE *f = fopen(getenv("AVAHI_LOG"), "a"); fputs(text, f); fclose(f); }
void *avahi_threaded_poll_new(void) { return &poll_; }
const void *avahi_threaded_poll_get(void *p) { return p; }
int avahi_threaded_poll_start(void *p) { client_changed(&client_, 2, client_data); return 0; }
int avahi_threaded_poll_stop(void *p) { note("stop\\n"); return 0; }
void avahi_threaded_poll_free(void *p) {}
void *avahi_client_new(const void *p, int flags, changed f, void *data, int *error) {
  if (p != &poll_ || flags != 2) return NULL;
  client_changed = f; client_data = data; return &client_;
}
void avahi_client_free(void *c) { note("free\\n"); }
int avahi_client_errno(void *c) { return 0; }
void *avahi_entry_group_new(void *c, changed f, void *data) { return c == &client_ ? &group_ : NULL; }
int avahi_entry_group_add_service_strlst(void *g, int interface, int protocol, int flags, const char *name,
    const char *type, const char *domain, const char *host, uint16_t port, void *txt) {
  char text[300];
  if (!tries++) return -8;
  snprintf(text, sizeof text, "%d %d %d %s|%s|%d|%d\\n", interface, protocol, flags, name, type, port,
    domain || host || txt);
  note(text); return 0;
}
int avahi_entry_group_commit(void *g) { note("commit\\n"); return 0; }
int avahi_entry_group_reset(void *g) { note("reset\\n"); return 0; }
char *avahi_alternative_service_name(const char *name) {
  char *other = malloc(strlen(name) + 4); sprintf(other, "%s #2", name); return other;
}
void avahi_free(void *p) { free(p); }
const char *avahi_strerror(int code) { return "no error"; }
"""


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_server_for_others_is_announced(tmp_path):
    source = tmp_path / "avahi.c"
    log = tmp_path / "log"
    source.write_text(AVAHI)
    for name in ("libavahi-client.so.3", "libavahi-common.so.3"):
        subprocess.run(["cc", "-shared", "-fPIC", "-o", tmp_path / name, source], check=True)
    environment = {"LD_LIBRARY_PATH": str(tmp_path), "AVAHI_LOG": str(log)}
    with publish(
        "simulated", "--to", "nmea+tcp://0.0.0.0:0", "--to", "nmea+tcp://:0", environment=environment
    ) as publisher:
        port = publisher.port(0)
        publisher.end()
    lines = log.read_text().splitlines()
    # The first name is taken; the server of this machine alone is not announced.
    assert lines[0] == "reset" and lines[2:] == ["commit", "stop", "free"]
    assert lines[1].startswith("-1 -1 0 Binnacle on ") and lines[1].endswith(f" #2|_nmea-0183._tcp|{port}|0")
