"""The sentences that `binnacle stream --nmea` writes, as independent programs understand them: Debian's gpsd and PyPI's
pynmea2."""

import contextlib
import functools
import json
import operator
import os
import pathlib
import pty
import shutil
import signal
import socket
import subprocess
import time
import tty

import pynmea2
import pytest
from patience import PATIENCE
from ports import free_port

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("BINNACLE_PROGRAM", ROOT / ".build" / "debug" / "binnacle"))
RECORDING = ROOT / "Tests" / "Data" / "marg" / "broad_slow_rotation_breaks.csv"
GPSD = shutil.which("gpsd") or shutil.which("gpsd", path="/usr/sbin")


@pytest.fixture(scope="module")
def lines():
    """The sentences of 60 recorded readings in Zürich, one list a reading."""
    if not PROGRAM.exists():
        pytest.skip("swift build makes the program first")
    run = subprocess.run(
        [
            PROGRAM,
            "replay",
            RECORDING,
            "--columns",
            "my,mx,-mz,ay,ax,-az",
            "--unit",
            "uT",
            "--accel-unit",
            "m/s2",
            "--time",
            "t_s",
            "--location",
            "47.37,8.54",
            "--readings",
            "60",
            "--worst",
            "180",
            "--nmea",
        ],
        cwd=ROOT,
        capture_output=True,
        timeout=60,
        check=True,
    )
    text = run.stdout.decode("ascii")
    # The standard wants carriage return and line feed, and some plotters drop a sentence without them.
    assert text.count("\n") == text.count("\r\n") == text.count("\r") > 0
    found = []
    for line in text.splitlines():
        if line.startswith("$HCHDG"):
            found.append([])
        found[-1].append(line)
    assert len(found) == 60
    return found


def test_pynmea2_reads_what_it_knows(lines):
    for reading in lines:
        # THS it does not know.
        said = {s.sentence_type: s for s in (pynmea2.parse(line, check=True) for line in reading if "THS" not in line)}
        assert {"HDG", "HDM", "HDT", "XDR"} <= set(said)
        sensor, magnetic, true = (float(said[name].heading) for name in ("HDG", "HDM", "HDT"))
        # No deviation card: the sensor's heading is the magnetic one; the variation of Zürich is 3.7 degrees east.
        assert said["HDG"].deviation is None or said["HDG"].deviation == ""
        assert sensor == magnetic
        assert said["HDG"].var_dir == "E"
        assert abs((true - magnetic + 180) % 360 - 180 - float(said["HDG"].variation)) < 0.11


def checksum(body):
    """The exclusive or of all bytes."""
    return functools.reduce(operator.xor, body, 0)


def test_checksums_by_hand(lines):
    for line in sum(lines, []):
        body, _, written = line[1:].partition("*")
        assert int(written, 16) == checksum(body.encode())


def test_ths_has_the_mode_of_a_recording(lines):
    for reading in lines:
        (ths,) = (line for line in reading if line.startswith("$HCTHS"))
        assert ths.partition("*")[0].split(",")[2] == "S"


def sentence(body):
    return f"${body}*{checksum(body.encode()):02X}\r\n"


def ask(port, seconds):
    """gpsd's reports of the classes ATT and TPV."""
    deadline = time.monotonic() + seconds
    with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        connection.sendall(b'?WATCH={"enable":true,"json":true};\n')
        connection.settimeout(0.5)
        buffer = b""
        while time.monotonic() < deadline:
            try:
                chunk = connection.recv(4096)
            except TimeoutError:
                continue
            if not chunk:
                return
            buffer += chunk
            *whole, buffer = buffer.split(b"\n")
            for line in whole:
                yield json.loads(line)


@contextlib.contextmanager
def gpsd(*sources):
    """gpsd, which reads these sources: the port that it serves."""
    port = free_port()
    daemon = subprocess.Popen(
        [GPSD, "-N", "-n", "-b", "-S", str(port), *sources], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(50):
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield port
    finally:
        daemon.kill()
        daemon.wait(PATIENCE)


@contextlib.contextmanager
def gpsd_on_a_terminal():
    """gpsd at one end of a pseudo-terminal: the other end and the port it serves."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    try:
        with gpsd(os.ttyname(theirs)) as port:
            yield ours, port
    finally:
        os.close(ours)
        os.close(theirs)


def position(second):
    """Zürich, on the way at five knots; gpsd reports a magnetic track with the fix of a receiver that has a course."""
    time_ = f"1200{second % 60:02}.00"
    before = sentence(f"GPGGA,{time_},4722.2000,N,00832.4000,E,1,08,1.0,400.0,M,48.0,M,,")
    after = sentence(f"GPRMC,{time_},A,4722.2000,N,00832.4000,E,5.0,10.0,010726,,,A")
    return before, after


@contextlib.contextmanager
def writer(descriptor, between):
    """A process that writes fixes, with `between` in the middle of each."""
    child = os.fork()
    if child == 0:
        # Whatever happens, this process must not go on with the tests of its parent.
        try:
            for second in range(200):
                before, after = position(second)
                os.write(descriptor, (before + between + after).encode())
                time.sleep(0.1)
        finally:
            os._exit(0)
    try:
        yield
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


@pytest.mark.skipif(GPSD is None, reason="Debian's gpsd is not installed")
def test_gpsd_takes_heading_and_sensor_heading(lines):
    # One reading all over: gpsd needs a few packets to know the device.
    reading = lines[30]
    heading, sensor = (
        float(next(line for line in reading if line.startswith(f"$HC{name}")).split(",")[1]) for name in ("HDT", "HDG")
    )
    seen = {}
    # Without an HDG gpsd makes a magnetic track up of course and variation.
    with gpsd_on_a_terminal() as (ours, port), writer(ours, "\r\n".join(reading) + "\r\n"):
        for report in ask(port, 9):
            if report["class"] == "ATT" and "heading" in report:
                seen["heading"] = report["heading"]
            if "magtrack" in report:
                seen["magtrack"] = report["magtrack"]
            if len(seen) == 2 and seen["magtrack"] == pytest.approx(sensor, abs=0.05):
                break
    assert seen.get("heading") == pytest.approx(heading, abs=0.05)
    assert seen.get("magtrack") == pytest.approx(sensor, abs=0.05)


@pytest.mark.skipif(GPSD is None, reason="Debian's gpsd is not installed")
def test_gpsd_gives_the_place_for_true_headings():
    """The same daemon as a source: `--location gpsd`, on a compass that was calibrated for its check."""
    if not PROGRAM.exists():
        pytest.skip("swift build makes the program first")
    with gpsd_on_a_terminal() as (ours, port), writer(ours, ""):
        # No end: a simulated compass keeps to this machine's clock then.
        run = subprocess.Popen(
            [
                PROGRAM,
                "stream",
                "simulated",
                "--rate",
                "20",
                "--check",
                "--json",
                "--location",
                f"gpsd:127.0.0.1:{port}",
            ],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        try:
            deadline, late = time.monotonic() + PATIENCE, []
            while len(late) < 10 and time.monotonic() < deadline:
                reading = json.loads(run.stdout.readline())
                if reading["trueHeadingDegrees"] is not None:
                    late.append(reading)
            # Not SIGINT: a shell starts what runs in the background with that ignored, and so is what we start.
            run.send_signal(signal.SIGTERM)
            run.communicate(timeout=PATIENCE)
        finally:
            run.kill()
            run.wait(PATIENCE)
    assert len(late) == 10 and run.returncode == 0
    for reading in late:
        # The declination of Zürich from 2025 to 2030.
        assert 3.2 < (reading["trueHeadingDegrees"] - reading["magneticHeadingDegrees"]) % 360 < 4.3
