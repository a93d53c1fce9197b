"""The hosted service runs targets that the Makefile has, with the Swift that the project names."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORKFLOW = (ROOT / ".github/workflows/test.yml").read_text()


def test_targets_areThoseOfTheMakefile():
    listed = re.search(r"target: \[([^\]]+)\]", WORKFLOW)[1].split(", ")
    there = re.findall(r"^([a-z-]+):.* ## ", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert listed and set(listed) <= set(there)


def test_swift_isTheProjectsVersion():
    version = (ROOT / ".swift-version").read_text().strip()
    images = re.findall(r"image: (\S+)", WORKFLOW)
    assert set(images) == {f"swift:{version}-bookworm"}


def test_push_runsWhatContinuousIntegrationRuns():
    assert "- run: .ci/run\n" in WORKFLOW
    assert "exec make test" in (ROOT / ".ci/run").read_text()
