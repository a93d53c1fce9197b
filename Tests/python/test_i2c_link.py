"""`i2c:`: the program is the board. In place of /dev/i2c-1 stands the bus of Tests/device-c/fake_i2c.c, which answers the calls of
i2c-dev from register models. Tests/usb-bench asks a kernel's own bus, i2c-stub."""

import contextlib
import errno
import json
import os
import socket
import subprocess
import threading
import urllib.request
from pathlib import Path

import pytest
from patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
PC = ROOT / "Tests/device-c"
PROGRAM = ROOT / ".build/debug/binnacle"


@pytest.fixture(scope="module")
def fake(tmp_path_factory):
    """The bus."""
    if not PROGRAM.exists():
        pytest.skip("swift build makes the program first")
    library = tmp_path_factory.mktemp("fake") / "fake.so"
    subprocess.run(
        [
            "gcc",
            "-std=gnu99",
            "-O1",
            "-fPIC",
            "-shared",
            PC / "fake_i2c.c",
            PC / "chips.c",
            "-ldl",
            "-lm",
            "-o",
            library,
        ],
        check=True,
    )
    return library


@pytest.fixture
def run(fake, tmp_path):
    """Runs the program on the bus; gives its last object, or with a status that is not 0, what it said."""

    def run(*words, code=0, **settings):
        environment = dict(os.environ, LD_PRELOAD=str(fake), XDG_STATE_HOME=str(tmp_path), **settings)
        done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=300, env=environment)
        assert done.returncode in (code if isinstance(code, tuple) else (code,)), (
            f"{words}: {done.stdout[-1500:]}{done.stderr[-1500:]}"
        )
        found = json.loads(done.stdout.strip().split("\n")[-1]) if done.stdout.strip() else {}
        return found | {"said": done.stderr}

    return run


@pytest.mark.parametrize("adapter", ({}, {"FAKE_SMBUS": "1"}), ids=("messages", "blocks"))
@pytest.mark.parametrize("name", ("i2c:1", "i2c:/dev/i2c-1"))
def test_bus_givesHeadingsThatAreRight(run, adapter, name):
    found = run("stream", name, "--readings", "10", "--check", FAKE_GYROSCOPE="1", **adapter)
    assert found["pass"] and found["maxErrorDegrees"] < 1e-6 and found["lost"] == found["corrupt"] == 0
    assert not run("stream", name, "--readings", "10", "--check", "--sabotage", "sign", code=1, **adapter)["pass"]


def test_bus_listsAndTestsItsChips(run):
    found = run("sensors", "i2c:1", FAKE_GYROSCOPE="1")
    assert {(each["chip"], each["use"]) for each in found["sensors"]} == {
        ("LIS3MDL", "magnetometer"),
        ("LSM6DSOX", "accelerometer, gyroscope"),
    }
    # A busy computer may hold a transfer for more than 35 ms, which ends a test; then the program's advice is followed.
    for _ in range(3):
        tested = run("sensors", "i2c:1", "--self-test", code=(0, 1), FAKE_GYROSCOPE="1")
        if "brokenOff" not in json.dumps(tested):
            break
    assert tested["pass"] and "silent" not in json.dumps(tested)
    assert json.dumps(tested).count('"result": "pass"') == 3, tested


def test_bus_passesTheChecksOfABoard(run):
    assert run("selftest", "i2c:1")["samples"] == 15
    found = run("check", "heading", "--on", "i2c:1", "--samples", "2000")
    assert found["pass"] and found["samples"] == 2000 and found["board"] == "linux"


@contextlib.contextmanager
def started(fake, folder, *words, **settings):
    """A command that runs on, for five minutes at most; gives its objects as they come."""
    environment = dict(os.environ, LD_PRELOAD=str(fake), XDG_STATE_HOME=str(folder), **settings)
    process = subprocess.Popen([PROGRAM, *words, "--json"], stdout=subprocess.PIPE, env=environment, text=True)
    limit = threading.Timer(300, process.kill)
    limit.start()
    try:
        yield (json.loads(line) for line in process.stdout)
    finally:
        limit.cancel()
        process.terminate()
        process.communicate(timeout=PATIENCE)


def test_bus_isPublished(fake, tmp_path):
    with started(fake, tmp_path, "publish", "i2c:1", "--to", "json+tcp://127.0.0.1:0") as objects:
        port = int(next(objects)["targets"][0]["place"].rpartition(":")[2])
        with (
            socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection,
            connection.makefile() as lines,
        ):
            found = [json.loads(lines.readline()) for _ in range(5)]
    assert all(abs(sum(n * n for n in each["fieldNanotesla"]) ** 0.5 - 47_000) < 6_000 for each in found)
    times = [each["deviceTimeSeconds"] for each in found]
    assert times == sorted(times) and times[0] < times[-1]


def test_bus_isServed(fake, tmp_path):
    with started(fake, tmp_path, "serve", "i2c:1", "--port", "0") as objects:
        first = next(objects)
        assert "board linux" in first["title"]
        with urllib.request.urlopen(f"http://127.0.0.1:{first['port']}/", timeout=PATIENCE) as page:
            assert b"<html" in page.read()


def test_calibration_isKeptInTheFolderForState(run, tmp_path):
    # The models turn three times as fast, as quick hands do.
    found = run("calibrate", "i2c:1", "--yes", BINNACLE_TEST_SPEED="3")
    assert found["committed"] and found["stored"]
    assert (tmp_path / "binnacle/i2c-1-records.bin").stat().st_size == 1024
    found = run("stream", "i2c:1", "--readings", "5", "--check")
    assert found["pass"] and "not calibrated" not in found["said"]
    # Hard iron of the models: 3000, -2000, 1500 nT.
    iron = run("calibration", "show", "i2c:1")["hardIronNanotesla"]
    assert all(abs(a - b) < 40 for a, b in zip(iron, (3000, -2000, 1500)))
    # Another folder knows nothing of it.
    assert "not calibrated" in run("stream", f"i2c:1?state={tmp_path / 'other'}", "--readings", "1")["said"]


def test_address_thatTheKernelHas_isLeftAlone(run):
    found = run("sensors", "i2c:1", code=1, FAKE_TAKEN="1")
    assert found["sensors"] == [] and "the kernel uses 0x0c" in found["said"]
    # Its wires are right.
    assert all("the kernel uses" in advice for advice in found["advice"]) and "0x1e" in found["advice"][0]


def test_bus_thatHangs_isToldAtOnce(run):
    found = run("sensors", "i2c:1", code=5, FAKE_HANG="1")
    assert "the bus hangs" in found["said"] and "Switch the sensors' supply off and on" in found["said"]


def test_adapter_thatTimesOutWhenNobodyAnswers_isNoBusThatHangs(run):
    """As hid-cp2112 does."""
    found = run("sensors", "i2c:1", FAKE_NACK=str(errno.ETIMEDOUT))
    assert found["sensors"] and "hangs" not in found["said"]


def test_transferThatTookTooLong_isAFault(run):
    # 50 ms for each fortieth transfer: its bytes are not taken.
    found = run("stream", "i2c:1", "--readings", "60", FAKE_SLOW="40")
    assert "the transaction did not end in time" in found["said"]


@pytest.mark.parametrize("code", (errno.ENODEV, errno.EIO))
def test_adapter_thatIsUnplugged_isWaitedFor(run, fake, tmp_path, code):
    settings = {"FAKE_GYROSCOPE": "1", "FAKE_PULLED": "400", "FAKE_GONE": str(code)}
    with started(fake, tmp_path, "stream", "i2c:1", "--reconnect", **settings) as objects:
        gap = next(each for each in objects if each.get("what") == "gap")
        # The chips lost their supply, too, and are set up again.
        assert gap["cause"] == "cable"
        assert any(each.get("mode") == "tilted" and not each["stale"] for each in objects)
    assert "is gone" in run("stream", "i2c:1", "--readings", "60", code=3, **settings)["said"]


def test_bus_thatIsNone_isRefused(run):
    assert "it is no I2C bus" in run("sensors", "i2c:/dev/null", code=5)["said"]
    assert "is not there" in run("sensors", "i2c:99", code=5)["said"]
    assert "such as i2c:1" in run("sensors", "i2c:", code=2)["said"]
