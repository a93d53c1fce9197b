"""binnacle_ros under ROS 2: `binnacle publish` of a simulated board, the node as a process, and a subscriber of rclpy.

`make ros` runs it; ROS is no part of the environment of `make test`."""

import json
import math
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "Sources/Library/ROS/binnacle_ros"
PROGRAM = Path(os.environ.get("BINNACLE_PROGRAM", ROOT / ".build/debug/binnacle"))
# A domain of this process: other tests and robots are in others (ROS 2, about domain ID: 0 to 101 are safe).
os.environ.update(ROS_DOMAIN_ID=str(os.getpid() % 100 + 1), ROS_AUTOMATIC_DISCOVERY_RANGE="LOCALHOST")

import rclpy  # noqa: E402
from diagnostic_msgs.msg import DiagnosticArray  # noqa: E402
from geometry_msgs.msg import Vector3  # noqa: E402
from rclpy.qos import qos_profile_sensor_data  # noqa: E402
from sensor_msgs.msg import Imu, MagneticField  # noqa: E402


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The package as `colcon build` or pip installs it, from a copy: nothing is written into the sources."""
    folder = tmp_path_factory.mktemp("installed")
    copy = folder / "source"
    subprocess.run(["cp", "-R", PACKAGE, copy], check=True)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--disable-pip-version-check", "--prefix", folder / "install", copy], check=True)
    return folder / "install"


@pytest.fixture
def publisher():
    """A simulated board that rolls and pitches."""
    command = [PROGRAM, "publish", "simulated?motion=waves&circle=40", "--to", "json+tcp://127.0.0.1:0", "--json"]
    process = subprocess.Popen([*command, "--location", "47.37,8.54"], stdout=subprocess.PIPE, text=True)
    try:
        place = json.loads(process.stdout.readline())["targets"][0]["place"]
        yield process, place.rpartition(":")[2]
    finally:
        process.kill()
        process.wait(10)
        process.stdout.close()


class Heard:
    """What a subscriber hears."""

    def __init__(self):
        self.node = rclpy.create_node("judge")
        self.fields, self.imus, self.diagnostics = [], [], []
        self.node.create_subscription(MagneticField, "imu/mag", self.fields.append, qos_profile_sensor_data)
        self.node.create_subscription(Imu, "imu/data", self.imus.append, qos_profile_sensor_data)
        self.node.create_subscription(DiagnosticArray, "/diagnostics", self.diagnostics.append, 10)

    def until(self, condition, seconds=40):
        end = time.monotonic() + seconds
        while not condition() and time.monotonic() < end:
            rclpy.spin_once(self.node, timeout_sec=0.1)
        assert condition(), (
            f"{len(self.fields)} fields, {len(self.imus)} orientations, {len(self.diagnostics)} diagnostics"
        )


@pytest.fixture
def heard():
    rclpy.init()
    judge = Heard()
    yield judge
    judge.node.destroy_node()
    rclpy.shutdown()


def start(installed, *options):
    """The node as a process, with options of ROS."""
    (script,) = installed.glob("**/compass")
    packages = next(installed.glob("lib/python*/site-packages"))
    environment = dict(os.environ, PYTHONPATH=f"{packages}:{os.environ.get('PYTHONPATH', '')}")
    command = [sys.executable, script, "--ros-args", *options]
    return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)


def end(process):
    process.terminate()
    _, errors = process.communicate(timeout=15)
    assert process.returncode == 0, errors


@pytest.fixture
def node(installed, publisher):
    process = start(installed, "-p", f"port:={publisher[1]}", "-p", "frame_id:=compass_link")
    yield process
    end(process)


def rotated(q, v):
    """A vector turned by a quaternion of geometry_msgs."""
    x, y, z, w = q.x, q.y, q.z, q.w
    rows = (
        (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
        (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
        (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
    )
    return [sum(a * b for a, b in zip(row, (v.x, v.y, v.z))) for row in rows]


def field_of(imu, fields):
    """The field of the same reading: its stamp is that of the orientation, or up to 0.09 s earlier."""
    return next((field for field in fields if -0.001 <= seconds(imu) - seconds(field) < 0.09), None)


def yaw_of(field, imu):
    """Yaw of the forward axis from field and force alone, radians: no gyroscope has a part in it."""
    force, field = (np.array([v.x, v.y, v.z]) for v in (imu.linear_acceleration, field.magnetic_field))
    up = force / np.linalg.norm(force)
    east = np.cross(field, up)
    return math.atan2(np.cross(up, east)[0], east[0])


def seconds(message):
    return message.header.stamp.sec + message.header.stamp.nanosec / 1e9


def test_node_publishesFieldOrientationAndDiagnostics(heard, node, publisher):
    def has_orientation():
        return sum(imu.orientation_covariance[0] > 0 for imu in heard.imus) > 60 and len(heard.diagnostics) > 1

    heard.until(has_orientation)
    assert {imu.header.frame_id for imu in heard.imus} == {"compass_link"}
    pairs = [(imu, field_of(imu, heard.fields)) for imu in heard.imus if imu.orientation_covariance[0] > 0]
    pairs = [(imu, field) for imu, field in pairs if field]
    for imu, field in pairs:
        # By the orientation, the field points north and down, and the force up: ENU.
        east, north, up = rotated(imu.orientation, field.magnetic_field)
        assert 1e-5 < north < 4e-5 and up < -2e-5 and abs(east) < 0.25 * north
        assert 7 < rotated(imu.orientation, imu.linear_acceleration)[2] < 13
        assert imu.angular_velocity_covariance[0] == -1
        assert 0 < imu.orientation_covariance[8] < math.radians(10) ** 2
        assert field.magnetic_field_covariance[0] > 0
    # Yaw is that of field and force, to its deviation and a quarter of a degree for the way to its time.
    truth = np.unwrap([yaw_of(field, imu) for imu, field in pairs])
    at_stamp = np.interp([seconds(imu) for imu, _ in pairs], [seconds(field) for _, field in pairs], truth)
    ahead = [rotated(imu.orientation, Vector3(x=1.0)) for imu, _ in pairs]
    errors = [abs(math.remainder(math.atan2(y, x) - yaw, 2 * math.pi)) for (x, y, _), yaw in zip(ahead, at_stamp)][:-1]
    deviations = [2 * math.sqrt(imu.orientation_covariance[8]) + math.radians(0.25) for imu, _ in pairs]
    assert len(errors) > 50 and sorted(a / b for a, b in zip(errors, deviations))[int(0.95 * len(errors))] < 1
    # The stamps are times of this computer, and in order.
    times = [seconds(imu) for imu in heard.imus]
    assert times == sorted(times) and abs(times[-1] - time.time()) < 5
    levels = {array.status[0].level for array in heard.diagnostics}
    assert b"\x00" in levels
    values = {value.key: value.value for value in heard.diagnostics[-1].status[0].values}
    assert values["disturbance"] == "clear" and float(values["accuracyDegrees"]) > 0


def test_node_whosePublisherEnds_saysSo(heard, node, publisher):
    heard.until(lambda: heard.imus)
    publisher[0].kill()
    heard.until(lambda: heard.diagnostics and heard.diagnostics[-1].status[0].level == b"\x03")
    assert "no reading comes" in heard.diagnostics[-1].status[0].message


def test_node_inANamespace_readsTheFile_andTellsTheOneTopicOfDiagnostics(installed, heard, publisher):
    (file,) = installed.glob("**/config/compass.yaml")
    options = ["-r", "__ns:=/robot1", "--params-file", file, "-p", f"port:={publisher[1]}"]
    # An integer is a number, and a true without quotes is a word.
    process = start(installed, *options, "-p", "tilt_accuracy_degrees:=4", "-p", "north:=true")
    try:
        fields = []
        heard.node.create_subscription(Imu, "/robot1/imu/data", fields.append, qos_profile_sensor_data)
        heard.until(lambda: heard.diagnostics and any(imu.orientation_covariance[0] > 0 for imu in fields))
        tilts = {imu.orientation_covariance[0] for imu in fields if imu.orientation_covariance[0] > 0}
        assert list(tilts) == pytest.approx([(math.radians(4) / 1.959964) ** 2])
    finally:
        end(process)


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("tilt_accuracy_degrees:=much", "tilt_accuracy_degrees must be a number, 0 or more, not 'much'"),
        ("port:=8463.5", "port must be an integer"),
        ("host:=7", "host must be a text"),
        ("north:=geographic", "north must be magnetic or true, not 'geographic'"),
    ],
)
def test_parameter_thatIsWrong_endsTheNodeWithASentence(installed, option, sentence):
    process = start(installed, "-p", option)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 2 and sentence in errors and "Traceback" not in errors


def test_northThatNeedsAPlace_isToldInTheDiagnostics(installed, heard):
    command = [PROGRAM, "publish", "simulated", "--to", "json+tcp://127.0.0.1:0", "--json"]
    publisher = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        place = json.loads(publisher.stdout.readline())["targets"][0]["place"]
        process = start(installed, "-p", f"port:={place.rpartition(':')[2]}", "-p", "north:='true'")
        try:
            heard.until(lambda: any("--location" in each.status[0].message for each in heard.diagnostics))
            assert {imu.orientation_covariance[0] for imu in heard.imus} == {-1}
            assert heard.diagnostics[-1].status[0].level == b"\x01"
        finally:
            end(process)
    finally:
        publisher.kill()
        publisher.wait(10)
        publisher.stdout.close()
