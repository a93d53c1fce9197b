"""Random bytes and mutated frames into the independent decoder. Every failure names its seed."""

import io
import json
import random

import binnacle_link as link

FOLLOWER = link.encode(0x01, 1, 7, b"\1\1")


def test_random_bytes_never_stop_the_receiver():
    seed = 20260118
    rng = random.Random(seed)
    receiver = link.Receiver()
    for _ in range(1000):
        receiver.feed(rng.randbytes(rng.randrange(1, 1000)))
        assert receiver.waiting <= 2 * link.LONGEST_FRAME, seed
        assert receiver.feed(b"\0" + FOLLOWER)[-1].payload == b"\1\1", seed


def test_mutated_frames_cost_only_themselves():
    seed = 20260119
    rng = random.Random(seed)
    for run in range(20000):
        payload = rng.randbytes(rng.randrange(0, 257))
        data = bytearray(link.encode(rng.randrange(256), rng.randrange(256), rng.randrange(65536), payload))
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(data))
            choice = rng.randrange(3)
            if choice == 0:
                data[at] = rng.randrange(256)
            elif choice == 1:
                del data[at]
            else:
                data.insert(at, rng.randrange(256))
        receiver = link.Receiver()
        found = receiver.feed(bytes(data) + b"\0" + FOLLOWER)
        assert found[-1].contents == b"\1\1\7\0\1\1", (seed, run)
        assert receiver.frames == len(found), (seed, run)


def test_chunks_do_not_matter():
    seed = 20260120
    rng = random.Random(seed)
    data = b"".join(
        link.encode(rng.randrange(256), 0, n, rng.randbytes(rng.randrange(0, 257))) + rng.randbytes(rng.randrange(0, 9))
        for n in range(300)
    )
    whole = link.Receiver()
    expected = [frame.contents for frame in whole.feed(data)]
    for _ in range(20):
        receiver, found, at = link.Receiver(), [], 0
        while at < len(data):
            step = rng.randrange(1, 600)
            found += [frame.contents for frame in receiver.feed(data[at : at + step])]
            at += step
        assert found == expected, seed
        assert (receiver.frames, receiver.corrupt, receiver.overlong) == (
            whole.frames,
            whole.corrupt,
            whole.overlong,
        ), seed


def test_random_payloads_are_decoded_or_called_too_short():
    seed = 20260121
    rng = random.Random(seed)
    for run in range(20000):
        kind = rng.choice(sorted(link.MESSAGES))
        payload = rng.randbytes(rng.randrange(0, 257))
        message = link.Frame(bytes((kind, 0, 0, 0)) + payload).message()
        assert ("fields" in message) != ("error" in message), (seed, run)
        json.dumps(message, default=link.as_json)


def test_decode_prints_a_line_a_frame_and_the_sum():
    out = io.StringIO()
    data = FOLLOWER + link.encode(0x82, 1, 9, bytes(8) + b"\1") + b"\5\1\0"
    assert link.decode_file(data, out) == 1
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert lines[0]["message"] == "getHello" and lines[1]["fields"] == {"time": 0, "data": "01"}
    assert lines[2] == dict(frames=2, lost=1, corrupt=1, overlong=0, unknown=0, unfinishedBytes=0, fault=None)
