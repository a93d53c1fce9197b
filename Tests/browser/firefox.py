"""Debian's Firefox, driven by its own protocol: Playwright's driver needs a Firefox of its own making.

Marionette: a message is its length, a colon, and a JSON list: [0, number, command, parameters], answered by
[1, number, error, result] (Firefox Source Docs, "Marionette protocol").
"""

import json
import os
import re
import shutil
import socket
import subprocess
import time

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")
SETTINGS = {
    # Any free port; Firefox writes it into its profile.
    "marionette.port": 0,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.normandy.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}


class Firefox:
    def __init__(self, folder):
        (folder / "user.js").write_text(
            "".join(f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in SETTINGS.items())
        )
        self.log = folder / "firefox.log"
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [
                    "setpriv",
                    "--pdeathsig",
                    "KILL",
                    "--",
                    PROGRAM,
                    "--headless",
                    "--marionette",
                    "--no-remote",
                    "--profile",
                    folder,
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env={**os.environ, "HOME": str(folder)},
            )
        self.connection, self.pending, self.number = None, b"", 0
        try:
            self.connection = socket.create_connection(
                ("127.0.0.1", self.port(folder / "MarionetteActivePort")), timeout=60
            )
            self.receive()
            self.version = self.command("WebDriver:NewSession")["capabilities"]["browserVersion"]
        except BaseException:
            self.end()
            raise

    def port(self, path):
        end = time.monotonic() + 60
        while not (path.exists() and path.read_text().strip()):
            assert self.process.poll() is None and time.monotonic() < end, self.log.read_text()[-2000:]
            time.sleep(0.05)
        return int(path.read_text())

    def receive(self):
        while True:
            length, colon, rest = self.pending.partition(b":")
            if colon and len(rest) >= int(length):
                self.pending = rest[int(length) :]
                return json.loads(rest[: int(length)])
            part = self.connection.recv(65536)
            if not part:
                raise ConnectionError(self.log.read_text()[-2000:])
            self.pending += part

    def command(self, name, **parameters):
        self.number += 1
        message = json.dumps([0, self.number, name, parameters]).encode()
        self.connection.sendall(b"%d:%s" % (len(message), message))
        _, number, error, result = self.receive()
        assert number == self.number
        if error:
            raise RuntimeError(f"{name}: {error['error']}: {error['message']}")
        return result

    def open(self, url):
        # Another fragment alone would load nothing.
        self.command("WebDriver:Navigate", url="about:blank")
        self.command("WebDriver:Navigate", url=url)

    def run(self, script, *arguments):
        return self.command("WebDriver:ExecuteScript", script=script, args=list(arguments))["value"]

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.innerText ?? ''", selector)

    def click(self, selector):
        self.run("document.querySelector(arguments[0]).click()", selector)

    def slide(self, identifier, value):
        self.run(
            "const e = document.getElementById(arguments[0]); e.value = arguments[1]; e.dispatchEvent(new Event('input'))",
            identifier,
            value,
        )

    def wait(self, selector, pattern, timeout=30):
        end = time.monotonic() + timeout
        while not re.search(pattern, " ".join(self.text(selector).split())):
            assert time.monotonic() < end, (
                f"{selector} says {self.text(selector)!r} after {timeout} s, and not {pattern!r}"
            )
            time.sleep(0.1)

    def end(self):
        if self.connection:
            self.connection.close()
        self.process.kill()
        self.process.wait(20)
