"""`i2c:` on a bus of the guest's kernel: i2c-stub of Linux, a bus whose chips are 256 registers that keep what is written. It reads
blocks of SMBus, and has no flag for bursts: so its chip is a magnetometer of the kind that answers "H43". A second bus has the register
models of Tests/device-c behind CUSE: it takes messages, and its chips turn."""

import json
import math

from steps import require

CHIP = 0x1E
# X, Z, Y, high byte first; 1100 counts a gauss, 980 along Z: LSM303DLHC, DocID018771, tables 75 and 82.
HORIZONTAL, DOWN = 0.2 * 1100, 0.43 * 980
STEPS = 36


def turning(bus):
    """A shell's loop that lets the field turn: the registers of each step, and then the bit for new data."""
    steps = []
    for step in range(STEPS):
        angle = 2 * math.pi * step / STEPS
        x, y, z = round(HORIZONTAL * math.cos(angle)), round(-HORIZONTAL * math.sin(angle)), round(DOWN) + step % 2
        bytes_ = [byte for count in (x, z, y) for byte in (count & 0xFFFF).to_bytes(2, "big")]
        sets = [f"i2cset -y {bus} {CHIP:#x} {3 + i:#x} {byte:#x}" for i, byte in enumerate(bytes_)]
        steps.append("; ".join([*sets, f"i2cset -y {bus} {CHIP:#x} 9 1", "usleep 5000"]))
    return "while [ ! -e /tmp/still ]; do " + "; ".join(steps) + "; done"


def last(outcome, status=0):
    found, output, errors = outcome
    require(found == status, f"exit status {found} instead of {status}: {output[-300:]}{errors[-300:]}")
    return json.loads(output.strip().splitlines()[-1]), errors


def stub(bench):
    """Listed without a question, refused without permission, headings that are right, and an address that a driver has."""
    guest = bench.guest
    load = f"insmod /modules/i2c-stub.ko chip_addr={CHIP:#x} && grep -l stub /sys/class/i2c-dev/*/name"
    status, output, errors = guest.run(load)
    require(status == 0, f"i2c-stub does not load: {errors}")
    bus = output.strip().split("/")[-2].split("-")[1]
    link, path = f"i2c:{bus}", f"/dev/i2c-{bus}"
    try:
        wait = f"for i in $(seq 50); do [ $(stat -c %g {path}) = 21 ] && exit 0; usleep 50000; done; exit 1"
        require(guest.run(wait)[0] == 0, f"{path} did not get its group")
        _, listed, _ = guest.run("binnacle ports --json")
        found = [line for line in map(json.loads, listed.splitlines()) if line["name"] == path]
        require(found and "stub" in found[0]["description"].lower(), f"ports lists {found}")
        status, _, errors = guest.run(f"su sailor -c 'binnacle sensors {link}'")
        require(status == 5 and "belongs to group i2c" in errors, f"exit {status}: {errors}")
        # Nothing is an "H43" yet, and nobody wrote to it.
        answer, _ = last(guest.run(f"binnacle sensors {link} --json"), 1)
        require(not any(each["chip"] == "LSM303DLHC" for each in answer["sensors"]), f"sensors says {answer}")
        for register, letter in zip((0x0A, 0x0B, 0x0C), b"H43"):
            require(guest.run(f"i2cset -y {bus} {CHIP:#x} {register:#x} {letter:#x}")[0] == 0, "i2cset failed")
        guest.run("rm -f /tmp/still")
        field = guest.begin(turning(bus))
        try:
            answer, _ = last(guest.run(f"binnacle sensors {link} --json"))
            require(answer["sensors"][0]["use"] == "magnetometer", f"sensors says {answer}")
            readings = 50 if bench.is_short else 500
            verdict, _ = last(guest.run(f"binnacle stream {link} --readings {readings} --check --json", 120))
            require(verdict["pass"] and verdict["samples"] > readings / 2, f"stream says {verdict}")
            if not bench.is_short:
                require(last(guest.run(f"binnacle selftest {link} --json"))[0]["pass"], "selftest failed")
            # A driver of the kernel takes the chip: "dummy" is part of the kernel, and asks nothing.
            bind = f"echo dummy {CHIP:#x} >/sys/bus/i2c/devices/i2c-{bus}/new_device"
            require(guest.run(bind)[0] == 0, "the kernel's driver did not take the address")
            answer, errors = last(guest.run(f"binnacle sensors {link} --json"), 1)
            require(not answer["sensors"], f"it asked {answer['sensors']}")
            require(f"{CHIP:#x} on {path} is in use by the kernel's driver dummy" in errors, errors)
        finally:
            guest.run(f"echo {CHIP:#x} >/sys/bus/i2c/devices/i2c-{bus}/delete_device; touch /tmp/still")
            field.wait()
    finally:
        guest.run("rmmod i2c-stub")
    return f"{path}: max {verdict['maxErrorDegrees']:.1e}° over {verdict['samples']} samples; a driver's address is left alone"


def test_chips(guest, link, times=3):
    """The chips test themselves. A guest that waits for a processor holds a transfer for more than 35 ms, which ends a test as on a
    real bus; then the program's own advice is followed."""
    for left in reversed(range(times)):
        outcome = guest.run(f"binnacle sensors {link} --self-test --json")
        is_broken = outcome[0] == 1 and '"brokenOff"' in outcome[1] and "did not end in time" in outcome[1]
        if not (is_broken and left):
            break
    require(last(outcome)[0]["pass"], "a chip's test failed")


def models(bench):
    """Chips with bursts, a gyroscope and tests of their own, on a bus that takes messages."""
    guest, link, path = bench.guest, "i2c:77", "/dev/i2c-77"
    chips = guest.begin(f"exec cuse_bus {path.rpartition('/')[2]} gyroscope")
    try:
        wait = f"for i in $(seq 100); do [ -c {path} ] && exit 0; usleep 50000; done; exit 1"
        require(guest.run(wait)[0] == 0, f"{path} did not appear: {chips.errors}")
        answer, _ = last(guest.run(f"binnacle sensors {link} --json"))
        uses = {(each["chip"], each["use"]) for each in answer["sensors"]}
        require(uses == {("LIS3MDL", "magnetometer"), ("LSM6DSOX", "accelerometer, gyroscope")}, f"sensors says {uses}")
        test_chips(guest, link)
        readings = 50 if bench.is_short else 500
        verdict, _ = last(guest.run(f"binnacle stream {link} --readings {readings} --check --json", 120))
        require(verdict["pass"] and verdict["samples"] > readings / 2, f"stream says {verdict}")
        if not bench.is_short:
            checked, _ = last(guest.run(f"binnacle check heading --on {link} --samples 2000 --json", 120))
            require(checked["pass"] and checked["board"] == "linux", f"check heading says {checked}")
            found, _ = last(guest.run(f"HOME=/tmp binnacle calibrate {link} --yes --json", 300))
            require(found["committed"] and found["stored"], f"calibrate says {found}")
            iron = last(guest.run(f"HOME=/tmp binnacle calibration show {link} --json"))[0]["hardIronNanotesla"]
            # That of the models.
            require(max(abs(a - b) for a, b in zip(iron, (3000, -2000, 1500))) < 60, f"hard iron {iron}")
        guest.run("killall cuse_bus")
        status, _, errors = guest.run(f"binnacle sensors {link}")
        require(status == 5 and "is not there" in errors, f"exit {status}: {errors}")
    finally:
        guest.run("killall cuse_bus")
        chips.wait()
    return f"{path}: max {verdict['maxErrorDegrees']:.1e}° over {verdict['samples']} samples; the chips' own tests pass"
