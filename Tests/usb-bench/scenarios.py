"""What must hold over real USB serial: one function a scenario, each returns its figures or raises `Failure`.

Those of the bytes are in traffic.py, of a broken stream in interruptions.py, of `i2c:` in bus.py; here are those of the ports."""

import time

import oracle
from bus import models, stub
from impostors import Futuristic, Sentences, Silent
from interruptions import killed, lost, renamed, reset, unplug
from steps import PORT, expect, interrupt, overran, plugged, pulled, require, streaming
from traffic import noise, processor, saturation, stream

# MARK: - What there is


def ports(bench):
    plugged(bench)
    status, output, errors = bench.guest.run("binnacle ports --json")
    require(status == 0, f"exit status {status}: {errors}")
    found = {port["name"]: port for port in oracle.Shown(output).lines}
    require(PORT in found, f"{PORT} is not among {sorted(found)}")
    port = found[PORT]
    facts = dict(
        usbVendor=0x0403,
        usbProduct=0x6001,
        usbManufacturer="QEMU",
        usbProductName="QEMU USB SERIAL",
        usbSerialNumber=bench.guest.SERIAL_NUMBER,
        transport="usb",
        permitted=True,
    )
    for name, value in facts.items():
        require(port[name] == value, f"{name} is {port[name]!r}, not {value!r}")
    _, table, _ = bench.guest.run("binnacle ports")
    return f"0403:6001 {port['usbManufacturer']}, {port['usbProductName']}, {port['usbSerialNumber']}"


# MARK: - Who may open it


def holder(bench):
    plugged(bench)
    command = streaming(bench, "--rate 100")
    try:
        errors = expect(bench.guest.run(f"binnacle stream {PORT} --json"), 5, "is in use by binnacle (process ")
    finally:
        outcome = interrupt(bench, command)
    expect(outcome, 0)
    return errors.splitlines()[0]


def permission(bench):
    plugged(bench)
    errors = expect(
        bench.guest.run(f"su sailor -c 'binnacle stream {PORT} --json'"), 5, "belongs to group dialout", "usermod -aG"
    )
    return errors.splitlines()[0]


def vanished(bench):
    plugged(bench)
    pulled(bench)
    first = expect(bench.guest.run(f"binnacle stream {PORT} --json"), 5, f"{PORT} is not there")
    # Listed, opened, and gone before it answers.
    bench.cable.impostor = silent = Silent()
    try:
        plugged(bench)
        command = bench.guest.begin("exec binnacle stream auto --json")
        require(silent.heard.wait(20), "nothing was asked within 20 s")
        bench.cable.pull()
        errors = expect(command.wait(), 5, "No Binnacle board was found", f"{PORT} is")
    finally:
        bench.cable.impostor = None
    clause = [line for line in errors.splitlines() if PORT in line][0]
    return f"{first.splitlines()[0]}; with auto: {clause.strip()}"


# MARK: - Who answers


def answered_by(bench, impostor, link, status, *phrases):
    # Plugged anew: an adapter keeps bytes that nobody read, and would hand the last impostor's words to the next.
    pulled(bench)
    bench.cable.impostor = impostor
    try:
        plugged(bench)
        return expect(bench.guest.run(f"HOME=/tmp binnacle stream {link} --json"), status, *phrases)
    finally:
        bench.cable.impostor = None


def nmea(bench):
    return answered_by(bench, Sentences(), PORT, 5, PORT, "NMEA 0183", "$GPRMC").splitlines()[0]


def mute(bench):
    return answered_by(bench, Silent(), PORT, 5, PORT, "nothing came").splitlines()[0]


def version(bench):
    errors = answered_by(bench, Futuristic(), PORT, 4, "speaks protocol 9 to 11", "Update the binnacle program")
    return errors.splitlines()[0]


def auto(bench):
    """Finds the board behind a receiver's port, and says of each port that it is not why."""
    errors = answered_by(bench, Sentences(), "auto", 5, "No Binnacle board was found", f"{PORT}: it speaks NMEA 0183")
    answered_by(bench, Silent(), "auto", 5, f"{PORT}: no answer at 115200, 57600, 9600 baud")
    pulled(bench)
    with bench.other_adapter(Sentences()):
        plugged(bench, "/dev/ttyUSB1")
        outcome = bench.guest.run("HOME=/tmp binnacle stream auto --rate 100 --readings 5 --json")
        expect(outcome, 0)
        _, known, _ = bench.guest.run("cat /tmp/.local/state/binnacle/ports.json")
        require(bench.guest.SERIAL_NUMBER in known, f"it remembers {known!r}")
        began = time.monotonic()
        expect(bench.guest.run("HOME=/tmp binnacle stream auto --rate 100 --readings 5 --json"), 0)
        again = time.monotonic() - began
    pulled(bench)
    clause = [line for line in errors.splitlines() if PORT in line][0]
    return f"{clause.strip()}; found on /dev/ttyUSB1 beside a receiver, and remembered ({again:.1f} s)"


# MARK: - The other kind of port


def acm(bench):
    """CDC ACM: a gadget in the guest itself, joined to the board by a bridge through the FTDI port."""
    plugged(bench)
    guest, load_it = (
        bench.guest,
        (
            "insmod /modules/g_serial.ko use_acm=1 idVendor=0x1209 idProduct=1 iManufacturer=Binnacle "
            "iProduct=Bench iSerialNumber=ACM0001; for i in $(seq 100); do [ -c /dev/ttyACM0 ] && exit 0; usleep 50000; "
            "done; exit 1"
        ),
    )
    require(guest.run(load_it)[0] == 0, "/dev/ttyACM0 did not appear")
    bridge = guest.begin(
        f"stty -F {PORT} raw -echo 115200; stty -F /dev/ttyGS0 raw -echo; "
        f"cat {PORT} >/dev/ttyGS0 & cat /dev/ttyGS0 >{PORT}"
    )
    try:
        _, output, _ = guest.run("binnacle ports --json")
        found = [port for port in oracle.Shown(output).lines if port["name"] == "/dev/ttyACM0"]
        require(
            found and found[0]["usbSerialNumber"] == "ACM0001" and found[0]["usbVendor"] == 0x1209,
            f"ports lists {found}",
        )
        seconds = 3 if bench.is_short else 20
        start, overrun = len(bench.cable.said), bench.cable.overrun
        outcome = guest.run(
            f"binnacle stream /dev/ttyACM0 --rate 100 --duration {seconds} --json --summary", seconds + 30
        )
        expect(outcome, 0)
        shown = oracle.Shown(outcome[1])
        indices = shown.against(oracle.readings_of(oracle.decode(bench.cable.said[start:])[0]))
        if not overran(bench, overrun):
            require(indices[-1] - indices[0] + 1 == len(indices), "readings are missing")
            require(shown.summary["lost"] == 0, f"{shown.summary['lost']} lost")
        command = guest.begin("exec binnacle stream /dev/ttyACM0 --rate 100 --json")
        command.wait_for(lambda it: it.output.count("\n") >= 20, 20, "20 readings")
        guest.run("killall cat; rmmod g_serial")
        expect(command.wait(), 3, "/dev/ttyACM0 is gone")
    finally:
        guest.run("killall cat; rmmod g_serial")
        bridge.wait()
    return f"1209:0001 ACM0001 listed; {len(indices)} readings, {shown.summary['lost']} lost; removed: exit 3"


ALL = [
    ports,
    stream,
    processor,
    saturation,
    noise,
    unplug,
    lost,
    renamed,
    killed,
    holder,
    permission,
    vanished,
    nmea,
    mute,
    version,
    auto,
    reset,
    acm,
    stub,
    models,
]
