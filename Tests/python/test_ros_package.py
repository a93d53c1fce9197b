"""Parameters and launch file of binnacle_ros, without ROS: stand-ins for the modules of launch keep what they get."""

import ast
import importlib.util
import re
import sys
import types
from pathlib import Path

import pytest
from ros_readings import parameters

PACKAGE = Path(__file__).resolve().parents[2] / "Sources/Library/ROS/binnacle_ros"


def test_parameters_ofAnotherType_areRefusedInASentence():
    assert parameters.number("tilt", 2) == 2.0 and isinstance(parameters.number("tilt", 2), float)
    assert parameters.north("north", True) == parameters.north("north", "true") == "true"
    assert parameters.port("port", 8463) == 8463 and parameters.text("host", "pi.local") == "pi.local"
    wrong = {
        parameters.number: ("2", True, -1, float("nan"), float("inf"), None, [2.0]),
        parameters.north: ("geographic", False, 1, None),
        parameters.port: (0, 65536, 8463.0, "8463", True, None),
        parameters.text: (7, "", None),
    }
    for check, values in wrong.items():
        for value in values:
            with pytest.raises(ValueError, match="the parameter it must be"):
                check("it", value)


def test_config_countsInEveryNamespace_andHasTheUsualValues():
    text = (PACKAGE / "config/compass.yaml").read_text()
    assert re.findall(r"^\S.*", re.sub(r"#.*", "", text), re.M) == ["/**:"]
    found = dict(re.findall(r"^    (\w+): (.+)$", text, re.M))
    # What the file says is what the node takes without it.
    asked = re.findall(r'_ask\("(\w+)", (.+?), parameters', (PACKAGE / "binnacle_ros/node.py").read_text())
    assert found == {name: str(ast.literal_eval(value)) for name, value in asked} and len(found) > 5


@pytest.fixture
def launch(monkeypatch):
    """The launch file's module."""

    def kept(kind):
        return lambda *words, **named: types.SimpleNamespace(kind=kind, words=words, **named)

    class LaunchConfiguration(str):
        def perform(self, context):
            return context[self]

    contents = {
        "ament_index_python.packages": {"get_package_share_directory": lambda name: f"/share/{name}"},
        "launch": {"LaunchDescription": list},
        "launch.actions": {"DeclareLaunchArgument": kept("argument"), "OpaqueFunction": kept("function")},
        "launch.substitutions": {"LaunchConfiguration": LaunchConfiguration},
        "launch_ros.actions": {"Node": kept("node")},
        "launch_ros.parameter_descriptions": {"ParameterValue": lambda value, value_type: (value, value_type)},
    }
    for name, content in contents.items():
        module = types.ModuleType(name)
        vars(module).update(content)
        monkeypatch.setitem(sys.modules, name, module)
    spec = importlib.util.spec_from_file_location("compass_launch", PACKAGE / "launch/compass.launch.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("given", [{}, {"host": "pi.local"}, {"port": "9000"}, {"host": "pi.local", "port": "9000"}])
def test_launch_givesHostAndPort_onlyWhereTheUserDoes(launch, given):
    *arguments, function = launch.generate_launch_description()
    context = {argument.words[0]: argument.default_value for argument in arguments} | given
    (node,) = function.function(context)
    file, *others = node.parameters
    assert file == "parameters" and context[file] == "/share/binnacle_ros/config/compass.yaml"
    expected = {name: (name, {"host": str, "port": int}[name]) for name in given}
    assert others == ([expected] if given else [])
