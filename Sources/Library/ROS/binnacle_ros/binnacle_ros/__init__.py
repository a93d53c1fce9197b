"""The compass Binnacle as ROS 2 messages."""
