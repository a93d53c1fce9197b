"""What the board really sent, decoded by none of the project's own code, against what the program showed."""

import json
import os
import sys

from machines import Failure

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
import binnacle_link


def decode(data):
    """The frames in these bytes, each with `corrupt_before`: how many pieces before it were none."""
    receiver, found = binnacle_link.Receiver(), []
    for at in range(0, len(data), 256):
        for frame in receiver.feed(bytes(data[at : at + 256])):
            found.append(frame)
    return found, receiver


def readings_of(frames):
    """Readings in the order in which they were sent: facts as the program's JSON has them."""
    found = []
    for frame in frames:
        message = frame.message()
        if message["message"] == "reading":
            fields = message["fields"]
            degrees = message["headingDegrees"]
            found.append(
                dict(
                    key=(fields["time"], frame.sequence),
                    time=fields["time"],
                    sequence=fields["sampleNumber"],
                    counts=fields["counts"],
                    fieldNanotesla=fields["field"],
                    heading=None if degrees is None else round(degrees, 7),
                    stale=bool(fields["flags"] & 1),
                )
            )
    return found


class Shown:
    """The program's JSON output, taken apart."""

    def __init__(self, text):
        self.lines = [json.loads(line) for line in text.splitlines()]
        self.readings = [line for line in self.lines if "what" not in line]
        self.gaps = [line for line in self.lines if line.get("what") == "gap"]
        summaries = [line for line in self.lines if line.get("what") == "summary"]
        self.summary = summaries[-1] if summaries else None

    @staticmethod
    def facts(reading):
        heading = reading["magneticHeadingDegrees"]
        return dict(
            time=round(reading["deviceTimeSeconds"] * 1e6),
            sequence=reading["sequence"],
            counts=reading["counts"],
            fieldNanotesla=reading["fieldNanotesla"],
            heading=None if heading is None else round(heading, 7),
            stale=reading["stale"],
        )

    def against(self, sent):
        """Each shown reading is one that was sent, in the same order and only once.

        Returns the indices into `sent` of those shown. Raises `Failure` for the first that is wrong, repeated or out of
        order.
        """
        at, indices = 0, []
        for number, reading in enumerate(self.readings):
            facts = self.facts(reading)
            while at < len(sent) and any(sent[at][name] != value for name, value in facts.items()):
                at += 1
            if at == len(sent):
                earlier = [entry for entry in sent if all(entry[name] == value for name, value in facts.items())]
                how = "comes again or out of order" if earlier else "was never sent"
                raise Failure(f"reading {number} of {len(self.readings)} at {facts['time']} µs {how}")
            indices.append(at)
            at += 1
        return indices
