"""What is installed, and what each call of the package must keep to: names, arguments, processes, threads."""

import concurrent.futures
import copy
import inspect
import multiprocessing
import pickle
import re
import typing
from pathlib import Path

import binnacle
import numpy as np
from binnacle import _interface
from checking import ROOT, apart, refused


def test_package_isTheWheel_andItsLibraryHasItsVersion():
    assert "site-packages" in binnacle.__file__ and binnacle.__version__ == "0.1.0"
    for name in ("libbinnacle.so", "py.typed"):
        assert Path(binnacle.__file__).with_name(name).exists()


def test_structures_haveTheSizesThatTheCompilerChecks():
    folder = ROOT / "Sources/Library/CBinnacle/include"
    text = "".join((folder / name).read_text() for name in ("binnacle.h", "binnacle_arrays.h"))
    sizes = dict(re.findall(r"BINNACLE_CHECK_SIZE\(binnacle_(\w+), (\d+)\)", text))
    assert len(sizes) >= 18
    for name, size in sizes.items():
        assert getattr(_interface, name.upper()).itemsize == int(size), name


def test_everyPublicName_hasADocstring():
    for name in binnacle.__all__:
        value = getattr(binnacle, name)
        assert name == "__version__" or value.__doc__, name
        for member, inner in vars(value).items() if isinstance(value, type) else ():
            if not member.startswith("_") and (callable(inner) or isinstance(inner, property)):
                assert getattr(inner, "__doc__", None), f"{name}.{member}"


def test_errors_crossAProcess():
    """A pool of processes pickles what a worker raised; what cannot be made anew breaks the pool."""
    error = refused(binnacle.BinnacleError, "record", lambda: binnacle.Record(b"no record"))
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.code) == (binnacle.BinnacleError, str(error), error.code)
    with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as pool:
        found = pool.submit(binnacle.heading, [[1e9, 0, 0]]).exception(60)
        assert isinstance(found, binnacle.BinnacleError) and "row 0" in str(found), found
        assert pool.submit(binnacle.heading, [20.0, 0, 40]).result(60) == 0


def test_threads_onOneCompass_doNotMixTheirRows():
    """Each call is whole: the rows of a call are those that the call would have alone, at one moment or another."""
    time = np.arange(20_000) * 0.01
    fields = [np.tile([20.0, 0, 40], (len(time), 1)), np.tile([0.0, -20, 40], (len(time), 1))]
    compass = binnacle.Compass(binnacle.Record.of([0.0, 0.0, 0.0], field_strength=44.7))
    compass.set_smoothing(0)

    def read(turn):
        # Every call goes on later than those before it.
        return turn, compass.read(time + 1000 * turn, fields[turn % 2]).magnetic

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for turn, found in pool.map(read, range(12)):
            assert apart(found[~np.isnan(found)], 90 * (turn % 2)).max() < 1e-3, turn
    other = copy.deepcopy(compass)
    assert other.record == compass.record and other._memory is not compass._memory


def test_arguments_haveOneOrder():
    """Time, field, force, rate, wherever they are."""
    order = ["time", "pose", "field", "force", "rate"]
    places = [binnacle.fit, binnacle.heading, binnacle.solve, binnacle.motion, binnacle.heading_from_counts]
    places += [binnacle.Compass.read, binnacle.Compass.add_field, binnacle.Compass.add_force, binnacle.Motion.add_rate]
    for function in (*places, binnacle.AxisCheck.add):
        kinds = inspect.signature(function).parameters.values()
        names = [each.name for each in kinds if each.kind == each.POSITIONAL_OR_KEYWORD and each.name in order]
        assert names == sorted(names, key=order.index) and names, function


def test_units_areLiterals():
    for function in (binnacle.fit, binnacle.heading, binnacle.motion, binnacle.Compass.read, binnacle.Record.of):
        for name, kind in typing.get_type_hints(function).items():
            if name.endswith("unit"):
                assert typing.get_origin(kind) is typing.Literal and typing.get_args(kind), (function, name)
