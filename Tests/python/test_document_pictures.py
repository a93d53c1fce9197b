"""Pictures of README.md and docs/ are those that Package.swift and the kept figures give."""

import xml.etree.ElementTree as xml

import document_pictures
import pytest
from document_pictures import ROOT, architecture, reduced, targets


@pytest.mark.parametrize("name", document_pictures.PICTURES)
def test_picture_is_up_to_date(name):
    drawn = (document_pictures.IMAGES / name).read_text()
    assert drawn == document_pictures.PICTURES[name](), "python3 Tests/python/document_pictures.py draws it anew"
    xml.fromstring(drawn)


def test_architecture_shows_each_folder_of_the_sources():
    modules, imports = architecture((ROOT / "Package.swift").read_text(), (ROOT / "Boards/Package.swift").read_text())
    folders = {path.name for path in (ROOT / "Sources").iterdir() if path.is_dir()}
    assert set(modules) == folders | {"Boards"}
    assert set(modules["Boards"]) == {path.parent.name for path in (ROOT / "Boards").glob("*/board.json")}
    assert set(modules["Compass"]) == {path.name for path in (ROOT / "Sources/Compass").iterdir()}
    # The mathematics needs numbers alone; nothing on a device needs the host.
    assert imports["Compass"] == {"Foundations"} and not imports["Foundations"]
    assert not (imports["Device"] | imports["Chips"] | imports["Boards"]) & {"Host", "Proof", "Tool", "Web"}


def test_targets_are_found_with_their_folders():
    found = targets(
        """// MARK: - Device half
  .module("A", in: "One"),
  .module(
    "B", in: "Two",
    ["A"]),
  .systemLibrary(name: "CC", path: "Sources/Two/CC"),
// MARK: - Tests
  .module("T", in: "One"),
"""
    )
    assert found == {"A": ("One", ["One"]), "B": ("Two", ["Two", "A"]), "CC": ("Two", ["Sources/Two/CC"])}


def test_arrows_that_others_imply_are_left_out():
    assert reduced({"a": set(), "b": {"a"}, "c": {"a", "b"}}) == {"a": set(), "b": {"a"}, "c": {"b"}}
