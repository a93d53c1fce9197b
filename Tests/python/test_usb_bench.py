"""The USB bench's judge must be able to say no: outputs that are wrong in one way each."""

import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "usb-bench"))
import oracle
from cable import Noise
from machines import Failure


def sent(number):
    return dict(
        key=(number * 10_000, number),
        time=number * 10_000,
        sequence=number,
        counts=[number, 1, 2],
        fieldNanotesla=[number * 90, 90, 180],
        heading=round(number * 1.5 % 360, 7),
        stale=False,
    )


def line(number, **changes):
    facts = dict(
        deviceTimeSeconds=number / 100,
        sequence=number,
        counts=[number, 1, 2],
        fieldNanotesla=[number * 90, 90, 180],
        magneticHeadingDegrees=number * 1.5 % 360,
        stale=False,
    )
    return json.dumps(facts | changes)


SENT = [sent(number) for number in range(1, 100)]


def judged(lines):
    return oracle.Shown("\n".join(lines)).against(SENT)


def test_readings_asSent_areFoundAtTheirPlaces():
    assert judged([line(number) for number in range(1, 100)]) == list(range(99))
    assert judged([line(3), line(4), line(50)]) == [2, 3, 49]


@pytest.mark.parametrize(
    "lines, complaint",
    [
        ([line(1), line(2), line(2)], "comes again"),
        ([line(1), line(3), line(2)], "out of order"),
        ([line(1), line(200)], "never sent"),
        ([line(1), line(2, counts=[2, 1, 3])], "never sent"),
        ([line(1), line(2, magneticHeadingDegrees=3.0000002)], "never sent"),
        ([line(1), line(2, deviceTimeSeconds=0.020001)], "never sent"),
        ([line(1), line(2, stale=True)], "never sent"),
    ],
)
def test_readings_wrongInOneWay_areRefused(lines, complaint):
    with pytest.raises(Failure, match=complaint):
        judged(lines)


def test_standstill_ofAStoppedProcess_isCounted():
    program = (
        "import sys, time; from standstill import Standstill; s = Standstill(); print(s.count, flush=True); "
        "sys.stdin.readline(); print(s.count)"
    )
    folder = os.path.dirname(oracle.__file__)
    with subprocess.Popen(
        [sys.executable, "-Bc", program], cwd=folder, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout.readline() == "0\n"
        process.send_signal(signal.SIGSTOP)
        time.sleep(0.8)
        process.send_signal(signal.SIGCONT)
        process.stdin.write("\n")
        process.stdin.flush()
        assert process.stdout.readline() == "1\n"


REPEATED = """
import os, signal, subprocess

runs = dict(still=0, wrong=0)


def test_still():
    runs["still"] += 1
    if runs["still"] < 3:
        subprocess.Popen(["sh", "-c", f"sleep 0.8; kill -CONT {os.getpid()}"])
        os.kill(os.getpid(), signal.SIGSTOP)
        assert False


def test_wrong():
    runs["wrong"] += 1
    assert runs["wrong"] > 1
"""


def test_testThatFailsInAStandstill_isRepeated_andNoOther(tmp_path):
    tests = pathlib.Path(__file__).resolve().parents[1]
    (tmp_path / "usb-bench").mkdir()
    for name in ("conftest.py", "usb-bench/standstill.py"):
        shutil.copy(tests / name, tmp_path / name)
    # One waits for a broker, and one only computes.
    for name in ("publish_broker", "geodesic"):
        (tmp_path / f"test_{name}.py").write_text(REPEATED)
    words = [
        sys.executable,
        "-Bm",
        "pytest",
        "-q",
        "-r",
        "R",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        tmp_path,
        tmp_path,
    ]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert re.search("^3 failed, 1 passed, 2 rerun in", done.stdout, re.M), done.stdout + done.stderr
    # `make test` counts these lines.
    repeated = re.findall("^RERUN .*(test_.*::.*)$", done.stdout, re.M)
    assert repeated == ["test_publish_broker.py::test_still"] * 2, done.stdout


def test_noise_damagesAtItsRate_andTheSameSeedTheSameBytes():
    data = random.Random(1).randbytes(200_000)
    first, second = Noise(1e-3, 7), Noise(1e-3, 7)
    damaged = first.damage(data)
    assert damaged == second.damage(data) != data
    total = first.flipped + first.dropped + first.inserted
    assert 120 < total < 290
    assert len(damaged) == len(data) - first.dropped + first.inserted
    assert min(first.flipped, first.dropped, first.inserted) > 30
