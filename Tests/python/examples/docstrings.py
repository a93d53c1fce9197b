"""Runs the examples in the docstrings of the installed package, and prints what failed and what is in no example, as JSON."""

import datetime
import doctest
import enum
import inspect
import json
import re
import sys

import binnacle
import numpy as np

MODULES = [sys.modules[name] for name in sorted(sys.modules) if name.startswith("binnacle._")]


def uses(tests):
    """The lines of examples, as one text."""
    return "\n".join(example.source for test in tests for example in test.examples)


def members(kind):
    """The public functions and properties of a class."""
    wanted = (property, classmethod, staticmethod)
    return [
        name
        for name, value in vars(kind).items()
        if not name.startswith("_") and (inspect.isfunction(value) or isinstance(value, wanted))
    ]


def absent(tests):
    """Functions and properties that are in no example. Those of a class that has examples are in its own."""
    everywhere = uses(tests)
    for name in sorted(binnacle.__all__):
        thing = getattr(binnacle, name)
        if inspect.isfunction(thing):
            if f"binnacle.{name}(" not in everywhere:
                yield name
        elif inspect.isclass(thing) and not issubclass(thing, (enum.Enum, Exception)):
            own = uses(test for test in tests if f".{name}." in f"{test.name}.")
            for member in members(thing):
                if not re.search(rf"\.{member}\b", own or everywhere):
                    yield f"{name}.{member}"


said = []
runner = doctest.DocTestRunner(verbose=False)
finder = doctest.DocTestFinder()
names = {"binnacle": binnacle, "np": np, "datetime": datetime}
found = [test for module in MODULES for test in finder.find(module, globs=names)]
missing = list(absent(found))
for each in found:
    runner.run(each, out=said.append)
count = sum(len(test.examples) for test in found)
print(json.dumps({"count": count, "failed": "".join(said), "absent": missing}))
