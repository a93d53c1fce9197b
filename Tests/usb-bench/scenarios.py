"""What must hold over real USB serial: one function a scenario, each returns its figures or raises `Failure`."""

import statistics
import struct
import subprocess
import threading
import time

import oracle
from cable import Noise
from machines import Failure
from oracle import binnacle_link

PORT = "/dev/ttyUSB0"
# Of one reading on the wire: 88 bytes, header and checksum 8, one code and the delimiter (Protocols/link/spec.md).
READING_BYTES = 98
LINE_BYTES_PER_SECOND = 115_200 / 10


def require(condition, text):
    if not condition:
        raise Failure(text)


def in_time(bench, condition, text):
    """A figure of time. The short form runs among other tests on a busy machine: there it is a remark."""
    if not bench.is_short:
        require(condition, text)
    elif not condition:
        bench.remarks.append(text)


def overran(bench, before):
    """Whether the adapter lost bytes, of which nobody behind it can know: a guest that is held up does not empty it."""
    overrun = bench.cable.overrun - before
    in_time(bench, overrun == 0, f"the adapter overran by {overrun} bytes")
    return overrun > 0


def require_lost_is_missing(it, frames):
    """What the host counts as lost is missing in what arrived.

    The program counts from the frame before its first statistics reply, the reply to `stop`, to the last frame: an answer
    that was damaged and asked for again is missing there, too.
    """
    first = next(at for at, frame in enumerate(frames) if frame.kind == 0x8D)
    gaps = binnacle_link.gaps(frames[max(first - 1, 0) :])
    require(abs(it["lost"] - gaps) <= 1, f"the host counts {it['lost']} lost, {gaps} are missing")


def expect(outcome, status, *phrases):
    """The outcome of a command has this exit status and says each of the phrases on standard error."""
    found, _, errors = outcome
    require(found == status, f"exit status {found} instead of {status}; it said: {errors.strip()[-300:]}")
    for phrase in phrases:
        require(phrase in errors, f"{phrase!r} is missing in: {errors.strip()[-300:]}")
    return errors


def plugged(bench, port=PORT):
    """Plugs the cable in, and waits until the guest has the port."""
    if not bench.cable.is_plugged:
        bench.cable.plug()
    status, _, _ = bench.guest.run(
        f"for i in $(seq 100); do [ -c {port} ] && [ $(stat -c %g {port}) = 20 ] && exit 0; usleep 50000; done; exit 1"
    )
    require(status == 0, f"{port} did not appear in the guest within 5 s")


def pulled(bench):
    bench.cable.pull()
    bench.guest.run(f"for i in $(seq 100); do [ -c {PORT} ] || exit 0; usleep 50000; done; exit 1")


def streamed(bench, options, seconds):
    """Runs a stream to its end. It writes into the guest's memory: a slow shared folder would hold it up."""
    return bench.guest.run(
        f"binnacle stream {options} --json --summary >/tmp/shown; s=$?; cat /tmp/shown; exit $s", seconds + 30
    )


def streaming(bench, options, readings=20):
    """Starts a stream, and waits until it has shown some readings."""
    command = bench.guest.begin(f"exec binnacle stream {PORT} --json {options}")
    command.wait_for(lambda it: it.output.count("\n") >= readings, 20, f"{readings} readings")
    return command


def interrupt(bench, command, seconds=20):
    # Not SIGINT: a shell starts what runs in the background with that ignored.
    bench.guest.run("kill -TERM $(pidof binnacle)")
    return command.wait(seconds)


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


# MARK: - What is carried


def stream(bench):
    plugged(bench)
    seconds, rate = (5 if bench.is_short else 60), 100
    start, overrun = len(bench.cable.said), bench.cable.overrun
    status, output, errors = streamed(bench, f"{PORT} --rate {rate} --duration {seconds}", seconds)
    require(status == 0, f"exit status {status}: {errors[-300:]}")
    shown = oracle.Shown(output)
    sent = oracle.readings_of(oracle.decode(bench.cable.said[start:])[0])
    indices = shown.against(sent)
    is_whole = not overran(bench, overrun)
    require(
        not is_whole or indices[-1] - indices[0] + 1 == len(indices),
        "readings are missing between the first and the last",
    )
    # A board whose emulator is held up by other work here skips readings, and says so in no counter: it sent none.
    in_time(bench, len(indices) >= seconds * rate * 0.98, f"{len(indices)} readings in {seconds} s at {rate}/s")
    it, device = shown.summary, shown.summary["device"]
    for name in ("lost", "corrupt", "gaps") if is_whole else ():
        require(it[name] == 0, f"{name} is {it[name]}")
    for name in ("overlong", "outOfOrder", "repeated"):
        require(it[name] == 0, f"{name} is {it[name]}")
    for name in ("framesDropped", "framesCorrupt", "framesOverlong"):
        require(device[name] == 0, f"the device counts {device[name]} {name}")
    require(it["wakeUpsPerReading"] <= 3, f"{it['wakeUpsPerReading']} wake-ups a reading")
    in_time(bench, it["clockUncertaintySeconds"] < 0.5, f"clock known to ±{it['clockUncertaintySeconds']} s")
    return (
        f"{len(indices)} readings, {it['lost']} lost, {it['corrupt']} corrupt; latency {it['latencyMedianSeconds'] * 1e3:.1f} ms,"
        f" 99 % below {it['latency99thSeconds'] * 1e3:.1f} ms; clock ±{it['clockUncertaintySeconds'] * 1e3:.1f} ms;"
        f" {it['wakeUpsPerReading']} wake-ups a reading"
    )


def processor(bench):
    """On this machine itself, over a pseudo-terminal: the guest's processor is emulated and tells nothing."""
    seconds, rate = (4 if bench.is_short else 20), 100
    bench.cable.pull()
    terminal = bench.cable.plug_terminal()
    done = subprocess.run(
        [
            bench.options.program,
            "stream",
            terminal,
            "--rate",
            str(rate),
            "--duration",
            str(seconds),
            "--json",
            "--summary",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        timeout=seconds + 30,
    )
    bench.cable.pull()
    require(done.returncode == 0, f"exit status {done.returncode}: {done.stderr[-300:]}")
    it = oracle.Shown(done.stdout).summary
    share = it["processorSeconds"] / it["seconds"]
    require(it["lost"] == 0, f"{it['lost']} lost")
    in_time(bench, share < 0.05, f"{share:.1%} of a core at {rate} readings/s")
    require(it["wakeUpsPerReading"] <= 3, f"{it['wakeUpsPerReading']} wake-ups a reading")
    return (
        f"{share:.1%} of a core at {rate} readings/s, {it['wakeUpsPerReading']} wake-ups a reading;"
        f" latency {it['latencyMedianSeconds'] * 1e3:.1f} ms, 99 % below {it['latency99thSeconds'] * 1e3:.1f} ms"
    )


def saturation(bench):
    plugged(bench)
    seconds = 5 if bench.is_short else 30
    asked = 3 * LINE_BYTES_PER_SECOND / READING_BYTES
    start, delivered, overrun = len(bench.cable.said), len(bench.cable.delivered), bench.cable.overrun
    status, output, errors = streamed(bench, f"{PORT} --rate {asked:.1f} --duration {seconds}", seconds)
    require(status == 0, f"exit status {status}: {errors[-300:]}")
    shown = oracle.Shown(output)
    frames, _ = oracle.decode(bench.cable.said[start:])
    shown.against(oracle.readings_of(frames))
    it = shown.summary
    dropped = it["device"]["framesDropped"]
    wire, span = load(bench.cable.said[start:])
    offered = (len(shown.readings) + dropped) / seconds * READING_BYTES / LINE_BYTES_PER_SECOND
    in_time(bench, offered > 2, f"asked for 3 times what the line carries, the device came to {offered:.1f} times")
    if overran(bench, overrun):
        require_lost_is_missing(it, oracle.decode(bench.cable.delivered[delivered:])[0])
    else:
        require(it["lost"] == dropped, f"the host counts {it['lost']} lost, the device {dropped} dropped")
    gaps = binnacle_link.gaps(counted(frames))
    require(gaps == dropped, f"the sequence on the wire has gaps of {gaps}, the device counts {dropped}")
    in_time(bench, it["pongs"] >= it["pings"] - 2, f"{it['pings']} pings, {it['pongs']} pongs")
    in_time(bench, it["answerWorstSeconds"] < 0.2, f"an answer took {it['answerWorstSeconds']} s")
    require(wire <= LINE_BYTES_PER_SECOND * 1.005, f"{wire:.0f} bytes a second of device time")
    require(wire >= LINE_BYTES_PER_SECOND * 0.9, f"only {wire:.0f} bytes a second of device time")
    return (
        f"asked {asked:.0f}/s ({offered:.1f} times the line), {len(shown.readings)} readings, {dropped} dropped = gaps on the"
        f" wire, {it['lost']} lost on the host; {wire:.0f} of {LINE_BYTES_PER_SECOND:.0f} bytes/s; answers in"
        f" {it['answerMedianSeconds'] * 1e3:.0f} ms, 99 % below {it['answer99thSeconds'] * 1e3:.0f} ms, worst"
        f" {it['answerWorstSeconds'] * 1e3:.0f} ms"
    )


def counted(frames):
    """Those from the first statistics reply on: where the program begins to count; up to the last one."""
    places = [at for at, frame in enumerate(frames) if frame.kind == 0x8D]
    return frames[places[0] : places[-1] + 1]


def load(data):
    """Bytes a second of device time between the first and the last pong, and those seconds."""
    receiver, at, marks = binnacle_link.Receiver(), 0, []
    for piece in bytes(data).split(b"\0"):
        at += len(piece) + 1
        for frame in receiver.feed(piece + b"\0"):
            if frame.kind == 0x82:
                marks.append((struct.unpack_from("<Q", frame.payload)[0], at))
    # Without the beginning, where the rate is not set yet, and the end.
    marks = marks[10:-3]
    seconds = (marks[-1][0] - marks[0][0]) / 1e6
    return (marks[-1][1] - marks[0][1]) / seconds, seconds


def noise(bench):
    plugged(bench)
    seconds, rate = (8 if bench.is_short else 600), 100
    # The short form makes up for its brevity: every frame of a few hundred bytes still has a good chance.
    damage = Noise(1e-3 if bench.is_short else 1e-4, bench.random.getrandbits(32))
    said, delivered = len(bench.cable.said), len(bench.cable.delivered)
    bench.cable.noise = damage
    try:
        status, output, errors = streamed(bench, f"{PORT} --rate {rate} --duration {seconds}", seconds + 30)
    finally:
        bench.cable.noise = None
    require(status == 0, f"exit status {status}: {errors[-300:]}")
    shown = oracle.Shown(output)
    shown.against(oracle.readings_of(oracle.decode(bench.cable.said[said:])[0]))
    # What is whole after the damage must be shown, all of it, and the rest must be what the host counts as lost.
    frames, receiver = oracle.decode(bench.cable.delivered[delivered:])
    arrived = oracle.readings_of(frames)
    indices = shown.against(arrived)
    require(indices[-1] - indices[0] + 1 == len(indices), "a reading that arrived whole was not shown")
    it = shown.summary
    require_lost_is_missing(it, frames)
    require(it["lost"] > 0, "nothing was lost: the noise did nothing")
    damages = damage.flipped + damage.dropped + damage.inserted
    return (
        f"{len(shown.readings)} readings, all as sent; {damages} bytes damaged ({damage.flipped} flipped,"
        f" {damage.dropped} dropped, {damage.inserted} inserted), {it['corrupt']} frames corrupt, {it['lost']} lost"
        f" = missing"
    )


# MARK: - The cable


def unplug(bench):
    """Pulls at random moments, within frames too."""
    plugged(bench)
    times = 5 if bench.is_short else 200
    start = len(bench.cable.said)
    command = streaming(bench, "--rate 100 --reconnect --summary --capture /tmp/gaps.binnacle")
    noticed, back = [], []
    for number in range(times):
        time.sleep(bench.random.uniform(0.02, 0.5))
        if bench.random.random() < 0.5:
            at = bench.cable.pull_within_frame(bench.random.randrange(1, READING_BYTES))
        else:
            at = bench.cable.pull()
        noticed.append(said_so(command, "waiting for it", number + 1) - at)
        time.sleep(bench.random.uniform(0.0, 0.5))
        at = time.monotonic()
        bench.cable.plug()
        back.append(said_so(command, "is back", number + 1) - at)
    time.sleep(0.5)
    status, output, errors = interrupt(bench, command)
    require(status == 0, f"exit status {status}: {errors[-300:]}")
    shown = oracle.Shown(output)
    sent = oracle.readings_of(oracle.decode(bench.cable.said[start:])[0])
    indices = shown.against(sent)
    require(len(shown.gaps) == times, f"{len(shown.gaps)} gaps are marked, {times} were made")
    require(all(gap["cause"] == "cable" for gap in shown.gaps), "a gap is taken for a restart")
    missing = [sent[at]["time"] for a, b in zip(indices, indices[1:]) for at in range(a + 1, b)]
    spans = [
        (round(gap["afterDeviceTimeSeconds"] * 1e6), round(gap["beforeDeviceTimeSeconds"] * 1e6)) for gap in shown.gaps
    ]
    outside = [at for at in missing if not any(a <= at <= b for a, b in spans)]
    require(not outside, f"{len(outside)} readings are missing outside of the marked gaps, such as at {outside[:1]} µs")
    require(shown.summary["lost"] == 0, f"{shown.summary['lost']} lost outside of gaps")
    median, worst = statistics.median(back), max(back)
    in_time(bench, median < 1, f"median reconnect {median:.2f} s")
    in_time(bench, worst < 3, f"worst reconnect {worst:.2f} s")
    slowest = max(noticed)
    late = sum(seconds > 0.1 for seconds in noticed)
    in_time(bench, late == 0, f"{late} of {times} pulls were noticed after more than 100 ms, the worst {slowest:.2f} s")
    # The capture tells the same story.
    status, again, errors = bench.guest.run("binnacle replay /tmp/gaps.binnacle --json", 60)
    require(status == 0, f"replay: exit status {status}: {errors[-300:]}")
    live = [line for line in output.splitlines() if '"summary"' not in line]
    replayed = again.splitlines()
    for number, (a, b) in enumerate(zip(live, replayed)):
        require(a == b, f"line {number} of the replay is {b[:200]} instead of {a[:200]}")
    require(len(live) == len(replayed), f"the replay has {len(replayed)} lines, the stream had {len(live)}")
    return (
        f"{times} times, {len(indices)} readings: 0 wrong, repeated or reordered, {len(missing)} missed, all in"
        f" marked gaps; noticed in {statistics.median(noticed) * 1e3:.0f} ms (worst {slowest * 1e3:.0f}), back"
        f" {median:.2f} s after plugging (worst {worst:.2f}); the capture replays the same"
    )


def said_so(command, phrase, times):
    return command.wait_for(lambda it: it.errors.count(phrase) >= times, 15, f"{phrase!r}, time {times}")


def lost(bench):
    """Without --reconnect."""
    plugged(bench)
    command = streaming(bench, "--rate 100")
    at = bench.cable.pull()
    outcome = command.wait()
    expect(outcome, 3, f"{PORT} is gone")
    readings = len(oracle.Shown(outcome[1]).readings)
    after = command.ended_at - at
    in_time(bench, after < 1, f"it ended {after:.2f} s after the pull")
    return f"exit 3, {after * 1e3:.0f} ms after the pull, {readings} readings kept"


def renamed(bench):
    """Another adapter takes the old name meanwhile."""
    plugged(bench)
    command = streaming(bench, "--rate 100 --reconnect --summary")
    pulled(bench)
    said_so(command, "waiting for it", 1)
    with bench.other_adapter(Silent()):
        plugged(bench, "/dev/ttyUSB1")
        said_so(command, "is back", 1)
        before = command.output.count("\n")
        command.wait_for(lambda it: it.output.count("\n") > before + 50, 10, "readings over the new name")
        status, output, errors = interrupt(bench, command)
    require(status == 0, f"exit status {status}: {errors[-300:]}")
    gaps = oracle.Shown(output).gaps
    require(len(gaps) == 1 and gaps[0]["port"] == "/dev/ttyUSB1", f"gaps: {gaps}")
    bench.cable.pull()
    pulled(bench)
    return f"found again by its USB serial number as {gaps[0]['port']}, {gaps[0]['seconds']:.2f} s of gap marked"


def killed(bench):
    plugged(bench)
    command = streaming(bench, "--rate 100")
    bench.guest.run("kill -9 $(pidof binnacle)")
    command.wait()
    began = time.monotonic()
    outcome = bench.guest.run(f"binnacle stream {PORT} --rate 100 --readings 20 --json")
    expect(outcome, 0)
    return f"20 readings within {time.monotonic() - began:.1f} s of the kill"


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


class Silent:
    """Takes what is said and answers nothing."""

    def __init__(self):
        self.heard = threading.Event()

    def __call__(self, chunk):
        if chunk:
            self.heard.set()
        return b""


class Sentences:
    """A GNSS receiver: a sentence every tenth of a second."""

    def __init__(self):
        self._next = 0

    def __call__(self, _):
        now = time.monotonic()
        if now < self._next:
            return b""
        self._next = now + 0.1
        body = b"GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W"
        total = 0
        for byte in body:
            total ^= byte
        return b"$%s*%02X\r\n" % (body, total)


class Futuristic:
    """A board that speaks protocol versions 9 to 11 only."""

    def __init__(self):
        self._receiver, self._sequence = binnacle_link.Receiver(), 0

    def __call__(self, chunk):
        out = b""
        for frame in self._receiver.feed(chunk):
            if frame.kind == 0x01:
                hello = bytearray(117)
                hello[0:5] = 9, 11, 7, 0, 0
                hello[20:26] = b"future"
                out += binnacle_link.encode(0x81, frame.token, self._sequence, bytes(hello))
                self._sequence += 1
        return out


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


# MARK: - The board


def reset(bench):
    """The reset button mid-stream: told apart from a pulled cable."""
    plugged(bench)
    command = streaming(bench, "--rate 100")
    bench.board.reset()
    errors = expect(command.wait(), 3, "restarted (boot 2)", "--reconnect")
    command = streaming(bench, "--rate 100 --reconnect --summary")
    bench.board.reset()
    at = time.monotonic()
    seconds = said_so(command, "streaming again", 1) - at
    before = command.output.count("\n")
    command.wait_for(lambda it: it.output.count("\n") > before + 20, 10, "readings of the new boot")
    status, output, errors = interrupt(bench, command)
    require(status == 0, f"exit status {status}: {errors[-300:]}")
    shown = oracle.Shown(output)
    require(len(shown.gaps) == 1 and shown.gaps[0]["cause"] == "restart", f"gaps: {shown.gaps}")
    require(shown.gaps[0]["boot"] == 3, f"boot {shown.gaps[0]['boot']}")
    require(shown.summary["lost"] == 0, f"{shown.summary['lost']} lost")
    return f"exit 3 and boot 2 named; with --reconnect streaming again after {seconds:.2f} s, marked as a restart"


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
]
