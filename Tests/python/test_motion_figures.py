"""The figures of `make motion`: tables and plots of the documents are those of the kept figures, and a worse figure is named."""

import copy
import json
import xml.etree.ElementTree as xml

import motion_figures
import pytest

KEPT = json.loads(motion_figures.KEPT.read_text())
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", motion_figures.SHORT)
def test_table_of_the_document_is_that_of_the_kept_figures(name):
    table = motion_figures.SUMMARY.read_text().split(motion_figures.begin(name))[1].split(motion_figures.END)[0]
    assert table.strip() == motion_figures.SHORT[name](KEPT).strip()


@pytest.mark.parametrize("name", motion_figures.PLOTS)
def test_plot_is_that_of_the_kept_figures(name):
    drawn = (motion_figures.IMAGES / name).read_text()
    assert drawn == motion_figures.PLOTS[name](KEPT)


def bars(name):
    """{title: width} of a plot."""
    root = xml.parse(motion_figures.IMAGES / name).getroot()
    return {
        bar.find(f"{SVG}title").text: float(bar.get("width"))
        for bar in root.iter(f"{SVG}rect")
        if bar.find(f"{SVG}title") is not None
    }


def test_bars_are_as_long_as_the_figures_of_the_table():
    found = bars("motion-total.svg")
    lines = [line.split(" | ") for line in motion_figures.figures_table(KEPT).splitlines()]
    shown = 0
    for line in lines:
        name = line[0].strip("| *").split(",")[0].split(" (")[0]
        if name in KEPT["filters"]:
            for rate, cell in zip(motion_figures.RATES, line[1:]):
                if "—" not in cell:
                    total = cell.strip("| ").split(" / ")[0]
                    width = found[f"{name}, {rate} Hz: {float(total):.2f}°"]
                    assert width / found[
                        f"Binnacle, 286 Hz: {KEPT['filters']['Binnacle']['286']['total']:.2f}°"
                    ] == pytest.approx(float(total) / KEPT["filters"]["Binnacle"]["286"]["total"], rel=0.01)
                    shown += 1
    assert shown == len(found) >= 15


def test_faults_of_the_plot_are_those_of_the_table():
    found = bars("motion-faults.svg")
    table = motion_figures.faults_table(KEPT)
    for fault in KEPT["faults"]:
        what = "total" if fault["fault"] == "startInMotion" else "heading"
        assert f"| {fault[what]:.2f}° | {fault['VQF'][what]:.2f}° |" in table
        if fault["hertz"] == 95:
            assert f"Binnacle, {fault['name']}: {fault[what]:.2f}°" in found
            assert f"VQF, {fault['name']}: {fault['VQF'][what]:.2f}°" in found


def test_nothing_is_worse_than_itself_and_a_worse_figure_is_named():
    assert motion_figures.worse(KEPT, KEPT) == []
    found = copy.deepcopy(KEPT)
    found["filters"]["Binnacle"]["95"]["heading"] += 0.001
    found["stated"]["48"]["leastCoverage"] -= 0.01
    found["faults"][-1]["coverage"] -= 0.01
    assert len(motion_figures.worse(KEPT, found)) == 3
    found = copy.deepcopy(KEPT)
    found["filters"]["Binnacle"]["95"]["heading"] -= 0.001
    assert motion_figures.worse(KEPT, found) == []


def test_headings_under_held_faults_are_no_worse_than_vqf():
    held = [fault for fault in KEPT["faults"] if fault["isHeldToVQF"]]
    assert {fault["fault"] for fault in held} == {"scale3", "range500", "slowClock", "fastClock"}
    assert all(fault["heading"] <= fault["VQF"]["heading"] for fault in held)
