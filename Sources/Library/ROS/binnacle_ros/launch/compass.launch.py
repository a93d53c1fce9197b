"""Starts the node with its parameters: ros2 launch binnacle_ros compass.launch.py host:=pi.local"""

import os

from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node


def generate_launch_description():
    usual = os.path.join(get_package_share_directory("binnacle_ros"), "config", "compass.yaml")
    return LaunchDescription(
        [
            DeclareLaunchArgument("host", default_value="127.0.0.1"),
            DeclareLaunchArgument("port", default_value="8463"),
            DeclareLaunchArgument("parameters", default_value=usual),
            Node(
                package="binnacle_ros",
                executable="compass",
                name="compass",
                parameters=[
                    LaunchConfiguration("parameters"),
                    {"host": LaunchConfiguration("host"), "port": LaunchConfiguration("port")},
                ],
            ),
        ]
    )
