"""`make check` runs what a change can reach: .ci/reach.py knows it from the package and from what the test files name."""

import importlib.util
import re

import pytest
from bench.tools import ROOT

spec = importlib.util.spec_from_file_location("reach", ROOT / ".ci/reach.py")
reach = importlib.util.module_from_spec(spec)
spec.loader.exec_module(reach)


@pytest.fixture(scope="module")
def targets():
    return reach.targets()


@pytest.mark.parametrize(
    "file, reached, spared",
    [
        (
            "Sources/Foundations/RawMemory/InPlace.swift",
            {"RawMemoryTests", "InstrumentTests", "BinnacleToolTests"},
            set(),
        ),
        (
            "Sources/Compass/Navigation/Guidance.swift",
            {"NavigationTests", "LinkProtocolTests", "InstrumentTests", "BinnacleToolTests"},
            {"CorrectionTests", "MotionTests", "BinnacleTests", "SensorDriversTests", "FlightLogsTests"},
        ),
        ("Sources/Tool/Serve/ServeCommand.swift", {"BinnacleToolTests"}, {"WebServerTests", "RecordingsTests"}),
        ("Tests/Device/RecordStoreTests/EEPROMTests.swift", {"RecordStoreTests"}, {"InstrumentTests"}),
        ("docs/heading.md", set(), {"HeadingTests", "BinnacleToolTests"}),
    ],
)
def test_change_reachesWhatImportsIt(targets, file, reached, spared):
    found = reach.reached([file], targets)
    assert reached <= found and not spared & found


@pytest.mark.parametrize(
    "file, chosen, spared",
    [
        ("Tests/python/binnacle_link.py", {"link_vectors", "capture"}, {"geodesic", "world_model"}),
        ("Protocols/reasons.json", {"reasons"}, {"geodesic"}),
        ("Tests/python/test_geodesic.py", {"geodesic"}, {"link_vectors", "publish"}),
    ],
)
def test_change_reachesTheTestsInPythonThatReadIt(targets, file, chosen, spared):
    found = {
        re.sub(r".*/test_|[.]py$", "", path) for path in reach.python_tests([file], reach.reached([file], targets))
    }
    assert chosen <= found and not spared & found


def test_changeOfTheProgram_reachesTheTestsThatRunIt(targets):
    file = "Sources/Tool/Publish/PublishCommand.swift"
    found = reach.python_tests([file], reach.reached([file], targets))
    assert "Tests/python/test_publish.py" in found and "Tests/python/test_error_bounds.py" not in found
