"""What must hold over real USB serial: one function a scenario, each returns its figures or raises `Failure`."""
import json
import os
import sys
import time

from machines import Failure

PORT = "/dev/ttyUSB0"


def require(condition, text):
    if not condition:
        raise Failure(text)


def expect(outcome, status, *phrases):
    """The outcome of a command has this exit status and says each of the phrases on standard error."""
    found, _, errors = outcome
    require(found == status, f"exit status {found} instead of {status}; it said: {errors.strip()[-300:]}")
    for phrase in phrases:
        require(phrase in errors, f"{phrase!r} is missing in: {errors.strip()[-300:]}")
    return errors


def objects(text):
    """The JSON objects of an output, one a line."""
    return [json.loads(line) for line in text.splitlines()]


def plugged(bench):
    """Plugs the cable in, and waits until the guest has the port."""
    if not bench.cable.is_plugged:
        bench.cable.plug()
    status, _, _ = bench.guest.run(
        f"for i in $(seq 100); do [ -c {PORT} ] && [ $(stat -c %g {PORT}) = 20 ] && exit 0; usleep 50000; done; exit 1")
    require(status == 0, f"{PORT} did not appear in the guest within 5 s")


def ports(bench):
    plugged(bench)
    status, output, errors = bench.guest.run("binnacle ports --json")
    require(status == 0, f"exit status {status}: {errors}")
    found = {port["name"]: port for port in objects(output)}
    require(PORT in found, f"{PORT} is not among {sorted(found)}")
    port = found[PORT]
    facts = dict(usbVendor=0x0403, usbProduct=0x6001, usbManufacturer="QEMU", usbProductName="QEMU USB SERIAL",
                 usbSerialNumber=bench.guest.SERIAL_NUMBER, transport="usb", permitted=True)
    for name, value in facts.items():
        require(port[name] == value, f"{name} is {port[name]!r}, not {value!r}")
    status, table, _ = bench.guest.run("binnacle ports")
    return f"0403:6001 {port['usbManufacturer']}, {port['usbProductName']}, {port['usbSerialNumber']}"


ALL = [ports]
