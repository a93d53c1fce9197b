"""Binary logs of flights: the reader is held against pyulog and pymavlink, and the fit against the simulated iron."""

import csv
import io
import json
import os
import pathlib
import subprocess

import flight_logs
import numpy
import pytest
from pymavlink import DFReader
from pyulog import ULog

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("BINNACLE_PROGRAM", ROOT / ".build" / "debug" / "binnacle"))


def binnacle(*words, status=0):
    """What the program prints, and its remarks."""
    if not PROGRAM.exists():
        pytest.skip("swift build makes the program first")
    run = subprocess.run([PROGRAM, *words], cwd=ROOT, capture_output=True, timeout=60, check=False)
    assert run.returncode == status, run.stderr.decode()
    return run.stdout.decode(), run.stderr.decode()


def table(path, *words):
    """The columns of `binnacle convert` as arrays, and the remarks."""
    text, remarks = binnacle("convert", path, "--to", "csv", *words)
    rows = list(csv.DictReader(io.StringIO(text)))
    return {name: numpy.array([float(row[name]) for row in rows]) for name in rows[0]}, remarks


def columns(found, letter, unit):
    """Three columns as rows of vectors."""
    return numpy.stack([found[f"{letter}{axis}_{unit}"] for axis in "xyz"], axis=1)


def fit(path, *words):
    """The hard iron that a fit finds in µT, and the remarks."""
    text, remarks = binnacle("fit", path, "--json", *words)
    result = json.loads(text)
    assert result["integer"]["accepted"]
    return numpy.array(result["integer"]["centre"]), remarks


def keep(folder, name, log):
    """Writes a log to a file."""
    file = folder / name
    file.write_bytes(log.bytes)
    return file


# The rows


def check_motion(found):
    """Acceleration and rate of each row are those of the vehicle at its time."""
    start = found["t_s"][0]
    for row in range(0, len(found["t_s"]), 37):
        force, rate = flight_logs.motion(found["t_s"][row] - start + check_motion.first)
        assert numpy.allclose(columns(found, "a", "g")[row] * flight_logs.GRAVITY, force, atol=1e-4)
        assert numpy.allclose(numpy.radians(columns(found, "g", "dps")[row]), rate, atol=1e-4)


@pytest.mark.parametrize("place", [0, 1])
def test_ulog_has_the_rows_that_pyulog_reads(tmp_path, place):
    file = keep(tmp_path, "flight.ulg", flight_logs.px4_log())
    log = ULog(str(file))
    assert not log.file_corruption
    theirs = log.get_dataset("sensor_mag", place).data
    found, remarks = table(file, "--where", f"sensor={place}")
    assert numpy.array_equal(numpy.round(found["t_s"] * 1e6), theirs["timestamp_sample"])
    field = numpy.stack([theirs[axis] for axis in "xyz"], axis=1) * 100
    assert numpy.allclose(columns(found, "m", "uT"), field, atol=5.1e-4)
    assert len(theirs["x"]) == 600
    check_motion.first = 0.03
    check_motion(found)
    assert "damaged" not in remarks
    assert "the logger left out 1.2 s" in remarks
    assert f"magnetometer {place}, device {[396809, 658953][place]}" in remarks


@pytest.mark.parametrize("has_units", [True, False])
@pytest.mark.parametrize("is_old", [True, False])
@pytest.mark.parametrize("place", [0, 1])
def test_dataflash_has_the_rows_that_pymavlink_reads(tmp_path, place, is_old, has_units):
    log = flight_logs.ardupilot_log(is_old=is_old, has_units=has_units)
    file = keep(tmp_path, "flight.bin", log)
    reader = DFReader.DFReader_binary(str(file))
    theirs = []
    while message := reader.recv_msg():
        if message.get_type() == ("MAG2" if is_old and place else "MAG") and (is_old or place == message.I):
            theirs.append((message.TimeUS, message.MagX, message.MagY, message.MagZ))
    theirs = numpy.array(theirs)
    found, remarks = table(file, "--where", f"sensor={place}")
    assert numpy.array_equal(numpy.round(found["t_s"] * 1e6), theirs[:, 0])
    assert numpy.allclose(columns(found, "m", "uT"), theirs[:, 1:] / 10, atol=5.1e-4)
    assert len(theirs) == 600
    check_motion.first = 0.02
    check_motion(found)
    assert "damaged" not in remarks


# What was applied is taken out


def px4_correct(offset, scale, others, turn):
    """PX4's correction, from µT to µT."""
    matrix = numpy.array([[scale[0], *others[:2]], [others[0], scale[1], others[2]], [*others[1:], scale[2]]])
    return lambda measured: turn @ (matrix @ (turn.T @ measured - numpy.array(offset) * 100))


def px4_parameters(number, device, offset, scale, others, rotation):
    """The parameters of this correction; offsets are in gauss."""
    found = [(f"CAL_MAG{number}_ID", device), (f"CAL_MAG{number}_ROT", rotation)]
    for name, values in (("OFF", offset), ("SCALE", scale), ("ODIAG", others)):
        found += [(f"CAL_MAG{number}_{axis}{name}", float(value)) for axis, value in zip("XYZ", values, strict=True)]
    return found


CORRECTION = ((0.11, -0.2, 0.05), (1.05, 0.97, 1.02), (0.02, -0.03, 0.01))


def test_corrected_field_of_px4_is_made_raw_again(tmp_path):
    turn = flight_logs.turn(2, numpy.pi / 2)
    log = flight_logs.px4_log(
        raw=False,
        parameters=px4_parameters(2, flight_logs.INNER.device, *CORRECTION, 2),
        corrected=px4_correct(*CORRECTION, turn),
    )
    file = keep(tmp_path, "flight.ulg", log)
    assert not ULog(str(file)).file_corruption
    centre, remarks = fit(file)
    assert numpy.allclose(centre, flight_logs.INNER.hard, atol=0.05)
    assert "from vehicle_magnetometer; the correction by CAL_MAG2_… was taken out" in remarks


def test_corrected_field_without_parameters_is_told(tmp_path):
    corrected = px4_correct(*CORRECTION, numpy.eye(3))
    file = keep(tmp_path, "flight.ulg", flight_logs.px4_log(raw=False, corrected=corrected))
    centre, remarks = fit(file)
    assert "a correction by the autopilot is still in it" in remarks
    assert not numpy.allclose(centre, flight_logs.INNER.hard, atol=1)


def test_raw_field_of_px4_is_turned_to_the_vehicle(tmp_path):
    # A sensor that is mounted yaw 90 measures in axes that are turned back.
    turn = flight_logs.turn(2, numpy.pi / 2)
    sensor = flight_logs.Magnetometer(396809, flight_logs.INNER.hard)
    mounted = type("Mounted", (), {"device": 396809, "measured": lambda _, now: turn.T @ sensor.measured(now)})()
    parameters = px4_parameters(0, 396809, (0, 0, 0), (1, 1, 1), (0, 0, 0), 2)
    file = keep(tmp_path, "flight.ulg", flight_logs.px4_log(sensors=[mounted], parameters=parameters))
    centre, remarks = fit(file)
    assert numpy.allclose(centre, sensor.hard, atol=0.05)
    assert "turned to the vehicle's axes by CAL_MAG0_ROT or SENS_BOARD_ROT = 2" in remarks


ARDUPILOT = {
    "": (numpy.array([-142.25, 96.5, -223.75]), (1.04, 0.97, 1.01), (0.01, -0.02, 0.03), 1.1),
    "2": (numpy.array([315.0, -52.0, -87.0]), (0.9, 1.1, 1.0), (0.05, 0.0, 0.0), 0.0),
}


def ardupilot_correct(suffix_of_place, motors):
    """ArduPilot's correction, from milligauss to milligauss, with the part of the motors."""

    def correct(place, measured):
        offset, d, o, scale = ARDUPILOT[suffix_of_place[place]]
        matrix = numpy.array([[d[0], o[0], o[1]], [o[0], d[1], o[2]], [o[1], o[2], d[2]]])
        return matrix @ ((measured + offset) * (scale or 1)) + motors, offset, motors

    return correct


def ardupilot_parameters():
    """The parameters of both corrections."""
    found = []
    for suffix, (offset, diagonal, others, scale) in ARDUPILOT.items():
        for name, values in (("OFS", offset), ("DIA", diagonal), ("ODI", others)):
            found += [(f"COMPASS_{name}{suffix}_{axis}", value) for axis, value in zip("XYZ", values, strict=True)]
        found.append((f"COMPASS_SCALE{suffix}", scale))
    return [*found, ("COMPASS_DEV_ID", 97539.0), ("COMPASS_DEV_ID2", 131874.0)]


@pytest.mark.parametrize("is_swapped", [False, True])
@pytest.mark.parametrize("place", [0, 1])
def test_corrected_field_of_ardupilot_is_made_raw_again(tmp_path, place, is_swapped):
    # By priority the second compass may be the first of the log.
    order = ["2", ""] if is_swapped else ["", "2"]
    first, second = (131874.0, 97539.0) if is_swapped else (97539.0, 131874.0)
    log = flight_logs.ardupilot_log(
        parameters=[*ardupilot_parameters(), ("COMPASS_PRIO1_ID", first), ("COMPASS_PRIO2_ID", second)],
        correct=ardupilot_correct(order, numpy.array([12.0, -7.0, 3.0])),
    )
    file = keep(tmp_path, "flight.bin", log)
    centre, remarks = fit(file, "--where", f"sensor={place}")
    wanted = [flight_logs.INNER, flight_logs.OUTER][place].hard
    # The log has whole milligauss.
    assert numpy.allclose(centre, wanted, atol=0.1)
    assert f"the correction by COMPASS_OFS{order[place]}, _DIA, _ODI and _SCALE was taken out" in remarks
    assert "so was that for the motors" in remarks


def test_offsets_of_ardupilot_are_taken_out_without_parameters(tmp_path):
    offset = numpy.array([-140.0, 96.0, -222.0])
    log = flight_logs.ardupilot_log(correct=lambda _, measured: (measured + offset, offset, numpy.zeros(3)))
    centre, remarks = fit(keep(tmp_path, "flight.bin", log))
    assert numpy.allclose(centre, flight_logs.INNER.hard, atol=0.1)
    assert "its offsets were taken out; the log has no COMPASS_DIA and _ODI" in remarks


# Damage


@pytest.mark.parametrize("name", ["flight.ulg", "flight.bin"])
def test_damaged_log_loses_only_what_is_damaged(tmp_path, name):
    log = flight_logs.px4_log() if name.endswith("ulg") else flight_logs.ardupilot_log()
    whole = bytes(log.bytes)
    generator = numpy.random.default_rng(20)
    for turn in range(6):
        damaged = bytearray(whole)
        for _ in range(4):
            place = int(generator.integers(4000, len(damaged) - 2000))
            count = int(generator.integers(1, 400))
            if turn % 3 == 0:
                damaged[place : place + count] = generator.bytes(count)
            elif turn % 3 == 1:
                damaged[place:place] = generator.bytes(count)
            else:
                del damaged[place : place + count]
        file = tmp_path / f"{turn}{name}"
        file.write_bytes(damaged[: len(damaged) - turn * 7])
        found, _ = table(file)
        # Four places of 400 bytes are some 30 records, few of them the field's.
        assert len(found["t_s"]) >= 585
        centre, _ = fit(file)
        assert numpy.allclose(centre, flight_logs.INNER.hard, atol=0.1)


def test_log_without_a_magnetometer_says_so(tmp_path):
    for name, log in (("a.ulg", flight_logs.px4_log(sensors=[])), ("a.bin", flight_logs.ardupilot_log(sensors=[]))):
        _, remarks = binnacle("fit", keep(tmp_path, name, log), status=6)
        assert "holds no samples of a magnetometer" in remarks


def test_data_that_were_appended_after_a_crash_are_read(tmp_path):
    log = flight_logs.px4_log(20)
    # The log was cut in the middle of a message; the rest was appended later.
    cut = len(log.bytes) - 1003
    rest = flight_logs.ULog()
    rest.bytes = bytearray()
    rest.subscribe(2, "sensor_mag")
    for tick in range(300):
        measured = flight_logs.INNER.measured(20 + tick / 10)
        micros = 25_000_000 + tick * 100_000
        rest.data(2, flight_logs.struct.pack("<QQI", micros, micros, 396809) + flight_logs.gauss(measured) + bytes(8))
    whole = log.bytes[:cut] + rest.bytes
    # The flag bits follow the header of the file and that of their message.
    whole[16 + 3 + 8] = 1
    whole[16 + 3 + 16 : 16 + 3 + 24] = flight_logs.struct.pack("<Q", cut)
    file = tmp_path / "flight.ulg"
    file.write_bytes(whole)
    # pyulog has a list for each subscription.
    theirs = [data for data in ULog(str(file)).data_list if data.name == "sensor_mag" and data.multi_id == 0]
    # Acceleration ended with the crash: without most of it the rows have none.
    found, _ = table(file)
    assert len(found["t_s"]) == sum(len(data.data["x"]) for data in theirs)
    assert len(found["t_s"]) > 480
