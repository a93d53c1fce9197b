"""What `make mutants` alters: enough constants of each driver, and each by another value of the same kind."""

import importlib.util
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPECIFICATION = importlib.util.spec_from_file_location("mutants", ROOT / "Tests/mutants/mutants.py")
mutants = importlib.util.module_from_spec(SPECIFICATION)
SPECIFICATION.loader.exec_module(mutants)


def found(sources):
    result = []
    for source in sorted(sources):
        result += mutants.instrument(source.read_text(), source.relative_to(ROOT), len(result))[1]
    return result


def test_each_driver_has_twenty_constants_to_alter():
    folders = [folder for folder in (ROOT / mutants.DRIVERS).iterdir() if folder.is_dir()]
    assert len(folders) >= 19
    for folder in folders:
        shared = [ROOT / mutants.DRIVERS / name for name, owners in mutants.SHARED.items() if folder.name in owners]
        assert len(found([*folder.glob("*.swift"), *shared])) >= 20, folder.name


def test_the_table_of_the_probe_is_altered():
    path = pathlib.Path(mutants.DRIVERS) / "SensorProbe.swift"
    text, altered, cells = mutants.instrument_table((ROOT / path).read_text(), path, 100)
    assert cells % mutants.PROBE_ROW == 0 and cells // mutants.PROBE_ROW >= 44
    assert all(int(m.was, 0) != int(m.becomes) for m in altered) and len(altered) > 6 * cells // mutants.PROBE_ROW
    assert "mutantByte(101, first, Self.rows[first])" in text


def test_each_model_is_judged_alone():
    models = {
        owner
        for source in (ROOT / mutants.MODELS).glob("*.swift")
        for owner in mutants.owners(source.relative_to(ROOT), source.read_text().split("\n"))
        if owner
    }
    assert {model.lower() for model in models} - {"sensor"} == set(mutants.alone())


def test_each_accepted_alteration_is_of_a_line_that_is_there():
    models = {
        source.name: [line.strip() for line in source.read_text().split("\n")]
        for source in (ROOT / mutants.MODELS).glob("*.swift")
    }
    for name, line, _ in mutants.accepted():
        assert line in models[name], line


def test_altered_constants_differ():
    for before, text in [("x: ", "0"), ("x: ", "9"), ("x: ", "800"), ("", "0x1e"), ("", "0b100"), ("pause: ", "11")]:
        assert mutants.altered(text, before) != int(text, 0)


def test_comments_and_texts_stay():
    text = '  static var a: UInt8 { 0x10 }  // table 7\n  /// Table 8.\n  let s = "30"\n'
    instrumented, altered = mutants.instrument(text, pathlib.Path(mutants.DRIVERS) / "CHIP/a.swift", 4)
    assert instrumented == text.replace("0x10", "mutant(5, 0x10, 0)") and len(altered) == 1


def test_each_chip_has_tests():
    suites = mutants.suites()
    for folder in (ROOT / mutants.DRIVERS).iterdir():
        assert not folder.is_dir() or suites[folder.name], folder.name
