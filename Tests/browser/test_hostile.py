"""What a hostile neighbour sends to a real `binnacle serve`: each row of docs/serve.md has its answer, and the board's record stays."""

import base64
import json
import os
import socket
import subprocess
import sys
import threading
import time

import fake_device
import pytest
from conftest import ROOT


def ask(port, method, path, fields=(), body=None, host=None, address="127.0.0.1", seconds=10):
    """One request as any program may send it; its status and body. None: the connection was closed without an answer."""
    head = (
        [f"{method} {path} HTTP/1.1"] + ([] if host == "" else [f"Host: {host or f'{address}:{port}'}"]) + list(fields)
    )
    if body is not None:
        head.append(f"Content-Length: {len(body)}")
    with socket.create_connection((address, port), timeout=seconds) as line:
        try:
            line.sendall("\r\n".join([*head, "", ""]).encode() + (body or b""))
        except OSError:
            pass
        return answer(line)


def answer(line):
    data = b""
    try:
        while part := line.recv(65_536):
            data += part
    except OSError:
        pass
    if not data.startswith(b"HTTP/1."):
        return None, b""
    head, _, body = data.partition(b"\r\n\r\n")
    return int(head.split()[1]), body


def command(link, name, body=b"{}"):
    return ask(link.port, "POST", f"/command/{name}", [f"X-Binnacle-Token: {link.token}"], body)


def record(link):
    status, body = command(link, "calibrationRecord")
    assert status == 200, body
    return base64.b64decode(json.loads(body)["bytes"])


ROWS = [
    ("foreign host", "GET", "/", [], "evil.example", 421),
    ("rebound name", "POST", "/command/abortCalibration", ["TOKEN"], "evil.example:PORT", 421),
    ("no host", "GET", "/frames", [], "", 421),
    ("foreign origin", "POST", "/command/startCalibration", ["TOKEN", "Origin: http://evil.example"], None, 403),
    ("foreign reader", "GET", "/frames", ["Origin: http://evil.example"], None, 403),
    ("origin of a file", "POST", "/command/startCalibration", ["TOKEN", "Origin: null"], None, 403),
    ("image of another site", "GET", "/frames", ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"], None, 403),
    ("no token", "POST", "/command/startCalibration", [], None, 403),
    (
        "wrong token",
        "POST",
        "/command/startCalibration",
        ["X-Binnacle-Token: 00112233445566778899aabbccddeeff"],
        None,
        403,
    ),
    ("token in the path", "POST", "/command/startCalibration?token=SECRET", [], None, 403),
    ("token as cookie", "POST", "/command/startCalibration", ["Cookie: token=SECRET"], None, 403),
    ("command by a link", "GET", "/command/startCalibration", ["TOKEN"], None, 405),
    ("no command", "POST", "/command/eraseRecords", ["TOKEN"], None, 404),
    ("seek of a device", "POST", "/command/seek", ["TOKEN"], None, 409),
    ("traversal", "GET", "/../../../etc/passwd", [], None, 404),
    ("encoded traversal", "GET", "/%2e%2e/%2e%2e/etc/passwd", [], None, 404),
    ("absolute file", "GET", "//etc/passwd", [], None, 404),
    ("put", "PUT", "/index.html", ["TOKEN"], None, 405),
    ("preflight", "OPTIONS", "/command/startCalibration", ["Origin: http://evil.example"], None, 403),
    ("said to be long", "POST", "/command/setPlace", ["TOKEN", "Content-Length: 10485760"], None, 413),
]


def test_hostileRequests_getTheirAnswers_andTheBoardStays(served):
    link = served("simulated")
    before = record(link)
    for name, method, path, fields, host, wanted in ROWS:
        fill = lambda text: (
            text.replace("TOKEN", f"X-Binnacle-Token: {link.token}")
            .replace("SECRET", link.token)
            .replace("PORT", str(link.port))
        )
        body = b"{}" if method in ("POST", "PUT") and wanted != 413 else None
        status, text = ask(link.port, method, fill(path), [fill(field) for field in fields], body, host and fill(host))
        assert status == wanted, (name, status, text[:200])
        assert b"root:" not in text, name
    # A long body without a word before it, and fields that are none of the command's.
    status, _ = ask(link.port, "POST", "/command/setPlace", [f"X-Binnacle-Token: {link.token}"], b" " * (10 << 20))
    assert status in (413, None)
    for name, body in [
        ("setPlace", b'{"latitude":91,"longitude":0}'),
        ("setDestination", b'{"latitude":1,"longitude":181}'),
        ("setFix", b"{}"),
        ("setHeading", b'{"card":"/etc/passwd"}'),
        ("setPlace", b"[" * 30_000),
        ("zeroPoint", b'{"on":1}'),
        ("startCalibration", b'{"planar":2}'),
    ]:
        assert command(link, name, body)[0] == 400, (name, body[:40])
    assert record(link) == before
    state = json.loads(ask(link.port, "GET", "/status")[1])
    assert state["state"] == "connected" and state["corrupt"] == 0


def test_crowd_isBounded_andAPageGoesOn(served):
    link = served("simulated")
    before = record(link)
    with socket.create_connection(("127.0.0.1", link.port), timeout=10) as page:
        page.sendall(f"GET /frames HTTP/1.1\r\nHost: 127.0.0.1:{link.port}\r\n\r\n".encode())
        assert page.recv(4096).startswith(b"HTTP/1.1 200")
        crowd = []
        for _ in range(200):
            line = socket.socket()
            line.setblocking(False)
            line.connect_ex(("127.0.0.1", link.port))
            crowd.append(line)
        for _ in range(10):
            assert page.recv(4096)
        for line in crowd:
            line.close()
    assert ask(link.port, "GET", "/")[0] == 200
    assert record(link) == before


@pytest.mark.skipif(os.environ.get("BINNACLE_EFFORT") != "full", reason="waits for ten seconds: make browser-long")
def test_requestWithoutAnEnd_isEnded(served):
    link = served("simulated")
    slow = [socket.create_connection(("127.0.0.1", link.port)) for _ in range(2)]
    slow[0].sendall(b"GET / HTTP/1.1\r\nX: ")
    slow[1].sendall(
        f"POST /command/setPlace HTTP/1.1\r\nHost: 127.0.0.1:{link.port}\r\nX-Binnacle-Token: {link.token}\r\n".encode()
        + b"Content-Length: 100\r\n\r\n"
    )
    begun = time.monotonic()
    for line in slow:
        line.settimeout(0.3)
        # A byte now and then, so that the connection is never idle.
        while time.monotonic() - begun < 15:
            try:
                line.sendall(b" ")
                if line.recv(4096) == b"":
                    break
            except TimeoutError:
                continue
            except OSError:
                break
        line.close()
    assert 9 < time.monotonic() - begun < 14
    assert ask(link.port, "GET", "/")[0] == 200


def test_pageTooMany_isRefused_andTheOthersGoOn(served, screen):
    link = served("simulated")
    late = screen(link.url, complains=True)
    pages = []
    try:
        for _ in range(32):
            line = socket.create_connection(("127.0.0.1", link.port), timeout=10)
            line.sendall(f"GET /frames HTTP/1.1\r\nHost: 127.0.0.1:{link.port}\r\n\r\n".encode())
            assert line.recv(4096).startswith(b"HTTP/1.1 200")
            pages.append(line)
        status, text = ask(link.port, "GET", "/frames")
        assert status == 503 and b"Close some" in text
        assert json.loads(ask(link.port, "GET", "/status")[1])["pages"] == 32
        # A browser's page says so, and has its frames as soon as there is room.
        late.page.goto(late.url)
        late.wait("#banner .note:not(.remedy)", "32 pages are open already")
        assert all(page.recv(4096) for page in pages)
    finally:
        for page in pages:
            page.close()
    late.wait("#status-word", "^Not calibrated$")


def test_commandsTooMany_areRefused(served):
    device = fake_device.FakeDevice()
    # The device never answers this one, so that the others wait.
    device.ignored = {"setZeroPoint"}
    try:
        link = served(device.link)
        answers = []

        def send():
            answers.append(command(link, "zeroPoint", b"")[0])

        threads = []
        for number in range(18):
            threads.append(threading.Thread(target=send))
            threads[-1].start()
            if number == 0:
                # It is on its way to the device, and waits no more.
                begun = time.monotonic()
                while "setZeroPoint" not in device.requests and time.monotonic() - begun < 20:
                    time.sleep(0.02)
        begun = time.monotonic()
        while 429 not in answers and time.monotonic() - begun < 20:
            time.sleep(0.05)
        assert answers.count(429) == 1, answers
        # Now it answers, and everybody has what was asked for.
        device.ignored = set()
        for thread in threads:
            thread.join(timeout=30)
        assert sorted(set(answers)) == [200, 429] and len(answers) == 18, answers
        link.end()
    finally:
        device.close()


def own_address():
    """An address of this machine that others reach; None without one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))
            return line.getsockname()[0]
        except OSError:
            return None


def test_addressForOthers_onlyShows_andAnswersToItsNameAlone(served):
    address = own_address()
    if address is None or address.startswith("127."):
        pytest.skip("this machine has no address but loopback")
    link = served("simulated", "--listen", address)
    before = record(link)
    assert link.shared_url == f"http://{address}:{link.port}/"
    there = dict(address=address)
    assert ask(link.port, "GET", "/", **there)[0] == 200
    assert json.loads(ask(link.port, "GET", "/status", **there)[1])["readOnly"] is True
    for host in ("localhost", "127.0.0.1", "evil.example"):
        assert ask(link.port, "GET", "/frames", host=f"{host}:{link.port}", **there)[0] == 421, host
    status, text = ask(
        link.port, "POST", "/command/startCalibration", [f"X-Binnacle-Token: {link.token}"], b"{}", **there
    )
    assert status == 403, text
    assert record(link) == before


def test_randomRequestsAndBoardsThatLie_breakNothing():
    """Some seconds of `make hostile`."""
    done = subprocess.run(
        [sys.executable, ROOT / "Tests/fuzz/hostile.py", "--minutes", "0.1", "--seed", "1"],
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
