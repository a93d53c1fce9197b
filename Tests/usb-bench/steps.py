"""What the scenarios share: conditions that must hold, the cable plugged and pulled, commands begun and ended."""

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


def said_so(command, phrase, times):
    return command.wait_for(lambda it: it.errors.count(phrase) >= times, 15, f"{phrase!r}, time {times}")
