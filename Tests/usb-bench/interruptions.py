"""Scenarios of a stream that is interrupted: the cable is pulled, the program killed, the board reset."""

import statistics
import time

import oracle
from impostors import Silent
from steps import PORT, READING_BYTES, expect, in_time, interrupt, plugged, pulled, require, said_so, streaming


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
    replays_same(bench, "/tmp/gaps.binnacle", output)
    return (
        f"{times} times, {len(indices)} readings: 0 wrong, repeated or reordered, {len(missing)} missed, all in"
        f" marked gaps; noticed in {statistics.median(noticed) * 1e3:.0f} ms (worst {slowest * 1e3:.0f}), back"
        f" {median:.2f} s after plugging (worst {worst:.2f}); the capture replays the same"
    )


def replays_same(bench, capture, output):
    """The capture tells the same story as the stream."""
    status, again, errors = bench.guest.run(f"binnacle replay {capture} --json", 60)
    require(status == 0, f"replay: exit status {status}: {errors[-300:]}")
    live = [line for line in output.splitlines() if '"summary"' not in line]
    replayed = again.splitlines()
    for number, (a, b) in enumerate(zip(live, replayed)):
        require(a == b, f"line {number} of the replay is {b[:200]} instead of {a[:200]}")
    require(len(live) == len(replayed), f"the replay has {len(replayed)} lines, the stream had {len(live)}")


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
