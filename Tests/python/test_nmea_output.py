"""The sentences that `binnacle stream --nmea` writes, as independent programs understand them: Debian's gpsd and PyPI's
pynmea2."""
import json
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

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".build" / "debug" / "binnacle"
RECORDING = ROOT / "Tests" / "Data" / "marg" / "broad_slow_rotation_breaks.csv"
GPSD = shutil.which("gpsd") or shutil.which("gpsd", path="/usr/sbin")


@pytest.fixture(scope="module")
def lines():
    """The sentences of 60 recorded readings in Zürich, one list a reading."""
    if not PROGRAM.exists():
        pytest.skip("swift build makes the program first")
    run = subprocess.run(
        [PROGRAM, "stream", f"recording:{RECORDING}", "--columns", "my,mx,-mz,ay,ax,-az", "--accel-unit", "m/s2",
         "--time", "t_s", "--location", "47.37,8.54", "--readings", "60", "--nmea"],
        cwd=ROOT, capture_output=True, timeout=60, check=True)
    text = run.stdout.decode("ascii")
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


def test_checksums_by_hand(lines):
    for line in sum(lines, []):
        body, _, checksum = line[1:].partition("*")
        total = 0
        for character in body.encode():
            total ^= character
        assert int(checksum, 16) == total


def test_ths_has_the_mode_of_a_recording(lines):
    for reading in lines:
        (ths,) = (line for line in reading if line.startswith("$HCTHS"))
        assert ths.partition("*")[0].split(",")[2] == "S"


def sentence(body):
    total = 0
    for character in body.encode():
        total ^= character
    return f"${body}*{total:02X}\r\n"


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


@pytest.mark.skipif(GPSD is None, reason="Debian's gpsd is not installed")
def test_gpsd_takes_heading_and_sensor_heading(lines, tmp_path):
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    daemon = subprocess.Popen(
        [GPSD, "-N", "-n", "-b", "-S", str(port), os.ttyname(theirs)], stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE)
    try:
        for _ in range(50):
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        # One reading all over: gpsd needs a few packets to know the device.
        reading = lines[30]
        heading, sensor = (
            float(next(line for line in reading if line.startswith(f"$HC{name}")).split(",")[1])
            for name in ("HDT", "HDG"))
        writer = os.fork()
        if writer == 0:
            for second in range(100):
                # gpsd reports a magnetic track with the fix of a position receiver beside the compass, if it has a
                # course; without an HDG it makes one up of course and variation.
                time_ = f"1200{second % 60:02}.00"
                before = sentence(f"GPGGA,{time_},4722.2000,N,00832.4000,E,1,08,1.0,400.0,M,48.0,M,,")
                after = sentence(f"GPRMC,{time_},A,4722.2000,N,00832.4000,E,5.0,10.0,010726,,,A")
                os.write(ours, (before + "\r\n".join(reading) + "\r\n" + after).encode())
                time.sleep(0.1)
            os._exit(0)
        try:
            seen = {}
            for report in ask(port, 9):
                if report["class"] == "ATT" and "heading" in report:
                    seen["heading"] = report["heading"]
                if "magtrack" in report:
                    seen["magtrack"] = report["magtrack"]
                if len(seen) == 2 and seen["magtrack"] == pytest.approx(sensor, abs=0.05):
                    break
        finally:
            os.kill(writer, signal.SIGKILL)
            os.waitpid(writer, 0)
    finally:
        daemon.kill()
        daemon.wait()
        os.close(ours)
        os.close(theirs)
    assert seen.get("heading") == pytest.approx(heading, abs=0.05)
    assert seen.get("magtrack") == pytest.approx(sensor, abs=0.05)
