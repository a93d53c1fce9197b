"""Starts the node with its parameters: ros2 launch binnacle_ros compass.launch.py host:=pi.local"""

import os

from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, OpaqueFunction
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue


def start(context):
    """The node. An argument that was given comes after the file, so it counts; else the file's line does."""
    given = {}
    for name, kind in (("host", str), ("port", int)):
        if LaunchConfiguration(name).perform(context):
            given[name] = ParameterValue(LaunchConfiguration(name), value_type=kind)
    parameters = [LaunchConfiguration("parameters"), *([given] if given else [])]
    return [Node(package="binnacle_ros", executable="compass", name="compass", parameters=parameters)]


def generate_launch_description():
    usual = os.path.join(get_package_share_directory("binnacle_ros"), "config", "compass.yaml")
    return LaunchDescription(
        [
            DeclareLaunchArgument("host", default_value="", description="in place of the file's"),
            DeclareLaunchArgument("port", default_value="", description="in place of the file's"),
            DeclareLaunchArgument("parameters", default_value=usual, description="a file of parameters"),
            OpaqueFunction(function=start),
        ]
    )
