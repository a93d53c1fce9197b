"""Scenarios of what the line carries: its bytes, what they cost, more than it can carry, and noise on it."""

import struct
import subprocess

import oracle
from cable import Noise
from oracle import binnacle_link
from steps import (
    LINE_BYTES_PER_SECOND,
    PORT,
    READING_BYTES,
    in_time,
    overran,
    plugged,
    require,
    require_lost_is_missing,
    streamed,
)


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
