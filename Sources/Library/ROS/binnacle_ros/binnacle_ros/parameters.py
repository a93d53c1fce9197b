"""Checks of parameters, without ROS: a sentence in a ValueError instead of the exceptions of rclpy."""

import math


def number(name, value):
    """A number, 0 or more, as a float: 2 is as good as 2.0."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < math.inf:
        raise ValueError(f"the parameter {name} must be a number, 0 or more, not {value!r}")
    return float(value)


def text(name, value):
    """A text that is not empty."""
    if not isinstance(value, str) or not value:
        raise ValueError(f"the parameter {name} must be a text, not {value!r}")
    return value


def north(name, value):
    """ "magnetic" or "true". YAML and the command line take a true without quotes for a boolean."""
    if value is True:
        return "true"
    if value not in ("magnetic", "true"):
        raise ValueError(f"the parameter {name} must be magnetic or true, not {value!r}")
    return value


def port(name, value):
    """A port of TCP, 1 to 65535."""
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 65535:
        raise ValueError(f"the parameter {name} must be an integer from 1 to 65535, not {value!r}")
    return value
