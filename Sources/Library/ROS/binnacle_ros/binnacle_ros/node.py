"""The node: imu/mag, imu/data and diagnostics from a compass of Binnacle."""

import queue
import time

import rclpy
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node
from rclpy.qos import qos_profile_sensor_data
from rclpy.time import Time
from sensor_msgs.msg import Imu, MagneticField

from . import clock, convert
from .lines import Lines

SILENCE = 2.0
"""Seconds without a reading after which the diagnostics say so."""


class Compass(Node):
    def __init__(self):
        super().__init__("compass")
        self._frame = self.declare_parameter("frame_id", "imu_link").value
        self._north = self.declare_parameter("north", "magnetic").value
        self._tilt = self.declare_parameter("tilt_accuracy_degrees", 2.0).value
        self._level = self.declare_parameter("level_deviation_degrees", 5.0).value
        self._force = self.declare_parameter("acceleration_deviation", 0.0).value
        if self._north not in ("magnetic", "true"):
            raise ValueError(f"north must be magnetic or true, not {self._north!r}")
        host = self.declare_parameter("host", "127.0.0.1").value
        port = self.declare_parameter("port", 8463).value
        self._place = f"{host}:{port}"
        self._field = self.create_publisher(MagneticField, "imu/mag", qos_profile_sensor_data)
        self._imu = self.create_publisher(Imu, "imu/data", qos_profile_sensor_data)
        self._diagnostics = self.create_publisher(DiagnosticArray, "diagnostics", 10)
        self._clock_of_device = clock.DeviceClock()
        self._pointing = convert.Pointing()
        # The thread of the socket only fills this; the newest readings count.
        self._waiting = queue.Queue(maxsize=64)
        self._last, self._last_at = None, None
        self._has_come = self.create_guard_condition(self._publish_waiting)
        self._lines = Lines(host, int(port), self._queue)
        self._lines.start()
        self.create_timer(1.0, self._diagnose)

    def _queue(self, reading, received):
        if self._waiting.full():
            self._waiting.get_nowait()
        self._waiting.put_nowait((reading, received))
        self._has_come.trigger()

    def _publish_waiting(self):
        while not self._waiting.empty():
            self._publish(*self._waiting.get_nowait())

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
    rclpy.init()
    node = Compass()
    try:
        rclpy.spin(node)
    except (KeyboardInterrupt, ExternalShutdownException):
        pass
    finally:
        node.end()
        rclpy.try_shutdown()


if __name__ == "__main__":
    main()
