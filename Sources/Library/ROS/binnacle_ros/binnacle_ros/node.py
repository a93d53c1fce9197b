"""The node: imu/mag, imu/data and /diagnostics from a compass of Binnacle."""

import collections
import sys
import time

import rclpy
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from rcl_interfaces.msg import ParameterDescriptor
from rclpy.node import Node
from rclpy.qos import qos_profile_sensor_data
from rclpy.time import Time
from sensor_msgs.msg import Imu, MagneticField

from . import clock, convert, parameters
from .lines import Lines

SILENCE = 2.0
"""Seconds without a reading after which the diagnostics say so."""


class Compass(Node):
    def __init__(self):
        super().__init__("compass")
        self._frame = self._ask("frame_id", "imu_link", parameters.text)
        self._north = self._ask("north", "magnetic", parameters.north)
        self._tilt = self._ask("tilt_accuracy_degrees", 2.0, parameters.number)
        self._level = self._ask("level_deviation_degrees", 5.0, parameters.number)
        self._force = self._ask("acceleration_deviation", 0.0, parameters.number)
        host = self._ask("host", "127.0.0.1", parameters.text)
        port = self._ask("port", 8463, parameters.port)
        self._place = f"{host}:{port}"
        self._field = self.create_publisher(MagneticField, "imu/mag", qos_profile_sensor_data)
        self._imu = self.create_publisher(Imu, "imu/data", qos_profile_sensor_data)
        self._diagnostics = self.create_publisher(DiagnosticArray, "/diagnostics", 10)
        self._clock_of_device = clock.DeviceClock()
        self._pointing = convert.Pointing()
        # The thread of the socket only fills this; the newest readings count.
        self._waiting = collections.deque(maxlen=64)
        self._last, self._last_at = None, None
        self._has_come = self.create_guard_condition(self._publish_waiting)
        self._lines = Lines(host, port, self._queue)
        self._lines.start()
        self.create_timer(1.0, self._diagnose)

    def _ask(self, name, usual, check):
        # With a type of its own, 2 would not be taken for 2.0.
        value = self.declare_parameter(name, usual, ParameterDescriptor(dynamic_typing=True)).value
        return check(name, value)

    def _queue(self, reading, received):
        # The oldest leaves a full one.
        self._waiting.append((reading, received))
        self._has_come.trigger()

    def _publish_waiting(self):
        while self._waiting:
            self._publish(*self._waiting.popleft())

    def _publish(self, reading, received):
        self._last, self._last_at = reading, time.monotonic()
        if reading["stale"]:
            return  # the last sample again
        self._clock_of_device.take(max(reading["deviceTimeSeconds"], convert.time_of_attitude(reading)), received)
        field = convert.magnetic_field(reading)
        if field:
            message = MagneticField()
            message.header.stamp = self._stamp(reading["deviceTimeSeconds"])
            message.header.frame_id = self._frame
            vector = message.magnetic_field
            vector.x, vector.y, vector.z = field[0]
            message.magnetic_field_covariance = field[1]
            self._field.publish(message)
        message = Imu()
        message.header.stamp = self._stamp(convert.time_of_attitude(reading))
        message.header.frame_id = self._frame
        turn, message.orientation_covariance = convert.orientation(
            reading, self._north, self._tilt, self._level, pointing=self._pointing
        )
        it = message.orientation
        it.w, it.x, it.y, it.z = turn
        # A reading has the rate about the vertical alone.
        message.angular_velocity_covariance = convert.ABSENT
        force, message.linear_acceleration_covariance = convert.acceleration(reading, self._force)
        vector = message.linear_acceleration
        vector.x, vector.y, vector.z = force
        self._imu.publish(message)

    def _stamp(self, device):
        return Time(nanoseconds=int(clock.wall(self._clock_of_device.host(device)) * 1e9)).to_msg()

    def _diagnose(self):
        is_silent = self._last_at is None or time.monotonic() - self._last_at > SILENCE
        level, text, values = convert.status(None if is_silent else self._last, self._north, self._pointing)
        if is_silent:
            text += f" from {self._place}"
        status = DiagnosticStatus(level=bytes([level]), name="binnacle: compass", message=text, hardware_id=self._place)
        status.values = [KeyValue(key=key, value=value) for key, value in values]
        message = DiagnosticArray(status=[status])
        message.header.stamp = self.get_clock().now().to_msg()
        self._diagnostics.publish(message)

    def end(self):
        self._lines.end()
        self.destroy_node()


def main():
    """The exit status: 0, or 2 if a parameter is wrong."""
    rclpy.init()
    try:
        node = Compass()
    except ValueError as error:
        print(f"compass: {error}", file=sys.stderr)
        rclpy.try_shutdown()
        return 2
    try:
        rclpy.spin(node)
    except KeyboardInterrupt:
        pass
    except Exception:
        # A signal ends ROS in the midst of a call, which then fails in one of several ways.
        if rclpy.ok():
            raise
    finally:
        node.end()
        rclpy.try_shutdown()
    return 0


if __name__ == "__main__":
    sys.exit(main())
