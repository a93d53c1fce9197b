"""binnacle_ros under ROS 2: `binnacle publish` of a simulated board, the node as a process, and a subscriber of rclpy.

`make ros` runs it; ROS is no part of the environment of `make test`."""

import json
import math
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "Sources/Library/ROS/binnacle_ros"
PROGRAM = Path(os.environ.get("BINNACLE_PROGRAM", ROOT / ".build/debug/binnacle"))
# A domain of this process: other tests and robots are in others (ROS 2, about domain ID: 0 to 101 are safe).
os.environ.update(ROS_DOMAIN_ID=str(os.getpid() % 100 + 1), ROS_AUTOMATIC_DISCOVERY_RANGE="LOCALHOST")

import rclpy  # noqa: E402
from diagnostic_msgs.msg import DiagnosticArray  # noqa: E402
from rclpy.qos import qos_profile_sensor_data  # noqa: E402
from sensor_msgs.msg import Imu, MagneticField  # noqa: E402


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The package as `colcon build` or pip installs it: a copy is built, so that nothing is written into the sources."""
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
        self.node.create_subscription(DiagnosticArray, "diagnostics", self.diagnostics.append, 10)

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


@pytest.fixture
def node(installed, publisher):
    (script,) = installed.glob("**/compass")
    packages = next(installed.glob("lib/python*/site-packages"))
    environment = dict(os.environ, PYTHONPATH=f"{packages}:{os.environ.get('PYTHONPATH', '')}")
    command = [sys.executable, script, "--ros-args", "-p", f"port:={publisher[1]}", "-p", "frame_id:=compass_link"]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    yield process
    process.terminate()
    _, errors = process.communicate(timeout=15)
    assert process.returncode == 0, errors


def rotated(q, v):
    """A vector turned by a quaternion of geometry_msgs."""
    x, y, z, w = q.x, q.y, q.z, q.w
    rows = (
        (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
        (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
        (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
    )
    return [sum(a * b for a, b in zip(row, (v.x, v.y, v.z))) for row in rows]


def seconds(message):
    return message.header.stamp.sec + message.header.stamp.nanosec / 1e9


def test_node_publishesFieldOrientationAndDiagnostics(heard, node, publisher):
    def has_orientation():
        return sum(imu.orientation_covariance[0] > 0 for imu in heard.imus) > 60 and len(heard.diagnostics) > 1

    heard.until(has_orientation)
    assert {imu.header.frame_id for imu in heard.imus} == {"compass_link"}
    errors = []
    for imu in heard.imus:
        field = min(heard.fields, key=lambda it: abs(seconds(it) - seconds(imu)))
        # The fusion's attitude has a time of its own.
        if imu.orientation_covariance[0] <= 0 or abs(seconds(field) - seconds(imu)) > 0.03:
            continue
        # By the orientation, the field points to magnetic north and down, and the force up: ENU.
        east, north, up = rotated(imu.orientation, field.magnetic_field)
        assert 1e-5 < north < 4e-5 and up < -2e-5
        errors.append(abs(math.atan2(east, north)) / math.sqrt(imu.orientation_covariance[8]))
        # Waves accelerate the instrument.
        assert 7 < rotated(imu.orientation, imu.linear_acceleration)[2] < 13
        assert imu.angular_velocity_covariance[0] == -1
        assert 0 < imu.orientation_covariance[8] < math.radians(10) ** 2
        assert field.magnetic_field_covariance[0] > 0
    # The stated deviation holds: 95 % are within two.
    assert len(errors) > 20 and sorted(errors)[int(0.95 * len(errors))] < 2
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
