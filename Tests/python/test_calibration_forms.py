"""The parameters of `binnacle fit --as ardupilot`, as pymavlink loads them: the reader of MAVProxy."""

import json
import os
import pathlib
import subprocess

import numpy
import pytest
from pymavlink.mavparm import MAVParmDict

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("BINNACLE_PROGRAM", ROOT / ".build" / "debug" / "binnacle"))
WORDS = ["fit", "Tests/Data/marg/sap6_shots.csv", "--columns", "mx_uT,my_uT,-mz_uT", "--where", "device=BB"]


def fit(*words):
    """What `binnacle fit` prints with more words."""
    if not PROGRAM.exists():
        pytest.skip("swift build makes the program first")
    run = subprocess.run([PROGRAM, *WORDS, *words], cwd=ROOT, capture_output=True, timeout=60, check=True)
    return run.stdout.decode()


@pytest.mark.parametrize(("form", "number"), [("ardupilot", ""), ("ardupilot:2", "2")])
def test_ardupilot_parameters_are_loaded_and_correct_a_sample(tmp_path, form, number):
    file = tmp_path / "compass.param"
    file.write_text(fit("--as", form))
    found = MAVParmDict()
    assert found.load(str(file))
    assert len(found) == 10

    def three(name):
        return numpy.array([found[f"COMPASS_{name}{number}_{axis}"] for axis in "XYZ"])

    diagonal, others = three("DIA"), three("ODI")
    matrix = numpy.diag(diagonal)
    for value, (row, column) in zip(others, [(0, 1), (0, 2), (1, 2)], strict=True):
        matrix[row, column] = matrix[column, row] = value

    result = json.loads(fit("--json"))["integer"]
    sample = numpy.array([31.0, -12.0, 44.0])
    ours = numpy.array(result["softIron"]) @ (sample - numpy.array(result["centre"]))
    theirs = matrix @ ((sample * 10 + three("OFS")) * found[f"COMPASS_SCALE{number}"]) / 10
    assert numpy.allclose(theirs, ours, atol=1e-5)
