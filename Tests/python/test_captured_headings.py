"""What a device computes, from the bytes on the line alone: no code of the project stands between line and verdict.

`binnacle check heading` makes a capture on an emulated Cortex-M0; here its requests are read by the independent decoder,
worked out anew with the exact tools of Protocols/tools, and compared with the device's answers.
"""

import pathlib
import struct
import subprocess
import sys
from decimal import Decimal

import binnacle_capture as capture
import binnacle_link as link
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Protocols/tools"))

import calibration_vectors  # noqa: E402
import heading_vectors  # noqa: E402

BOARD, SAMPLES = "microbit", 200
LIMIT_DEGREES = Decimal("1e-4")


@pytest.fixture(scope="module")
def frames(tmp_path_factory):
    """All frames of one check, as (direction, frame), in the order in which they passed."""
    programs = [ROOT / ".build" / kind / "binnacle" for kind in ("debug", "release")]
    program = next((path for path in programs if path.exists()), None)
    if program is None:
        pytest.fail("binnacle is not built. Run `swift build --product binnacle`.")
    path = tmp_path_factory.mktemp("capture") / "heading.binnacle"
    done = subprocess.run(
        [
            program,
            "check",
            "heading",
            "--on",
            f"emulator:{BOARD}",
            "--samples",
            str(SAMPLES),
            "--seed",
            "3",
            "--capture",
            path,
            "--json",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    # A missing image or emulator is said on standard error, with the command that gets it.
    assert done.returncode == 0, done.stderr + done.stdout
    chunks, fault = capture.chunks(path.read_bytes())
    assert fault is None
    receivers = {capture.RECEIVED: link.Receiver(), capture.SENT: link.Receiver()}
    found = [
        (kind, frame) for kind, _, payload in chunks if kind in receivers for frame in receivers[kind].feed(payload)
    ]
    assert all(receiver.corrupt == receiver.overlong == receiver.unknown == 0 for receiver in receivers.values())
    return found


def test_headings_agreeWithExactArithmetic(frames):
    offset, matrix, mounting = [0, 0, 0], calibration_vectors.IDENTITY, 0
    asked, compared, worst = {}, 0, Decimal(0)
    for _, frame in frames:
        message = frame.message()
        fields = message["fields"]
        if message["message"] == "setCalibration":
            offset = list(struct.unpack_from("<3i", fields["record"], 20))
            matrix = list(struct.unpack_from("<9i", fields["record"], 32))
        elif message["message"] == "setMounting":
            mounting = fields["mounting"]
        elif message["message"] == "injectSample":
            asked[frame.token] = fields
        elif message["message"] == "computed":
            sample = asked.pop(frame.token)
            assert fields["counts"] == sample["counts"] and fields["scale"] == sample["scale"]
            field = sample["counts"]
            if sample["scale"]:
                xy, z = heading_vectors.SENSITIVITY[sample["scale"]]
                field = [heading_vectors.convert(count, per) for count, per in zip(field, (xy, xy, z))]
            assert fields["field"] == field
            corrected = heading_vectors.to_body(mounting, calibration_vectors.correct(field, offset, matrix))
            assert fields["correctedField"] == corrected
            # The link carries the force in the axes of the magnetometer.
            force = heading_vectors.to_body(mounting, sample["specificForce"]) if sample["flags"] & 1 else None
            wanted, _ = heading_vectors.solve(corrected, force)
            found = Decimal(fields["heading"]) * 360 / 2**32
            error = abs(found - wanted["headingDegrees"])
            worst = max(worst, min(error, 360 - error))
            compared += 1
    # A sample with a late time goes first, so that nothing earlier counts.
    assert compared == SAMPLES + 1 and not asked
    assert 0 < worst <= LIMIT_DEGREES, f"worst error {worst} degrees"
