"""Peers of the motion filter on the same trials in the same run: filters of PyPI, on the same rows and under the same faults.

`python motion_peers.py PROGRAM FOLDER`: runs `PROGRAM check motion FOLDER --faults` and the peers on the same rows, prints tables,
and ends with status 1 where the program's check fails, the filter is less than 20 % better than VQF or worse by more than 1.0° on
a trial, the heading is worse than VQF's under a fault where it must not be, or a figure is worse than the kept one
(docs/motion.json). VQF under a fault gets the rows that the filter got. The evaluation is BROAD's: see
Sources/Proof/Verdict/MotionCheck.swift.

A folder may also hold trials of other devices (`binnacle check motion --help` has their columns). Each device is compared with VQF and
BasicVQF by the geometric mean of its trials' ratios, and it ends with status 1 where a total is more than 1.2 times VQF's, fewer than
90 % of the rows are within the stated accuracy, or a trial ends more than 30° from the truth and VQF's does not.
"""

import argparse
import concurrent.futures
import importlib.metadata
import json
import lzma
import pathlib
import subprocess
import sys
import tempfile

import ahrs
import imufusion
import motion_figures
import numpy
import vqf

PERIOD = 0.0035
GROUPS = (1, 3, 6)
BETTER_BY = 0.2
WORSE_BY = 1.0
# Of the trials' counts: rad/s, m/s², µT.
SCALE = numpy.array([2000 / 32768 * numpy.pi / 180] * 3 + [16 / 32768 * 9.80665] * 3 + [0.15] * 3)


def read(path):
    """Samples of a trial: rate (rad/s), force (m/s²), field (µT); truth (w, x, y, z; NaN where unknown), movement."""
    with opened(path) as lines:
        rows = numpy.genfromtxt((line for line in lines if line[0] not in "#g"), delimiter=",")
    truth = rows[:, 9:13] / numpy.linalg.norm(rows[:, 9:13], axis=1, keepdims=True)
    return rows[:, :9] * SCALE, truth, rows[:, 13] == 1


def grouped(samples, truth, moves, group):
    """Means of `group` rows, with the truth of the last."""
    count = len(samples) // group
    means = samples[: count * group].reshape(count, group, 9).mean(axis=1)
    last = slice(group - 1, count * group, group)
    return means, truth[last], moves[last]


def with_vqf(samples, period):
    found = vqf.VQF(period).updateBatch(*three(samples))
    return found["quat9D"], found["quat6D"]


def with_basic_vqf(samples, period):
    return vqf.BasicVQF(period).updateBatch(*three(samples))["quat9D"], None


def three(samples):
    """Rates, forces and fields."""
    return [numpy.ascontiguousarray(samples[:, i : i + 3]) for i in (0, 3, 6)]


def with_fusion(samples, period):
    settings = imufusion.AhrsSettings()
    settings.convention, settings.gyroscope_range, settings.sample_rate = imufusion.CONVENTION_ENU, 2000, 1 / period
    settings.acceleration_rejection, settings.magnetic_rejection, settings.rejection_timeout = 10, 10, 5
    filter = imufusion.Ahrs()
    filter.set_settings(settings)
    degrees, gravity = samples[:, :3] * 180 / numpy.pi, samples[:, 3:6] / 9.80665
    result = numpy.empty((len(samples), 4))
    for n in range(len(samples)):
        filter.update(degrees[n], gravity[n], samples[n, 6:])
        result[n] = filter.get_quaternion()
    return result, None


def in_python(filter, samples):
    """All attitudes of a filter of `ahrs`."""
    result = numpy.empty((len(samples), 4))
    attitude = numpy.array([1.0, 0, 0, 0])
    for n, (rate, force, field) in enumerate(zip(*three(samples))):
        attitude = filter.updateMARG(attitude, gyr=rate, acc=force, mag=field)
        result[n] = attitude
    return result


def with_madgwick(samples, period):
    # β as BROAD found it best (its paper, table 4). The first axis of its frame is north: a quarter turn to east.
    quarter = numpy.tile([0.5**0.5, 0, 0, 0.5**0.5], (len(samples), 1))
    return product(quarter, in_python(ahrs.filters.Madgwick(Dt=period, gain=0.12), samples)), None


def with_mahony(samples, period):
    return in_python(ahrs.filters.Mahony(Dt=period, k_P=0.74, k_I=0.0012), samples), None


# Each with the rates at which it runs. `ahrs` is written in Python: 0.3 ms a row.
PEERS = {
    "VQF": (with_vqf, GROUPS),
    "BasicVQF": (with_basic_vqf, GROUPS),
    "Madgwick": (with_madgwick, (3, 6)),
    "Mahony": (with_mahony, (3, 6)),
    "x-io Fusion": (with_fusion, GROUPS),
}
PACKAGES = {"VQF": "vqf", "BasicVQF": "vqf", "Madgwick": "ahrs", "Mahony": "ahrs", "x-io Fusion": "imufusion"}


def product(a, b):
    w, x, y, z = a.T
    W, X, Y, Z = b.T
    return numpy.stack(
        [
            w * W - x * X - y * Y - z * Z,
            w * X + x * W + y * Z - z * Y,
            w * Y - x * Z + y * W + z * X,
            w * Z + x * Y - y * X + z * W,
        ],
        axis=1,
    )


def errors(found, truth, counts):
    """Root mean squares of total, heading and inclination, degrees."""
    counts = counts & ~numpy.isnan(truth).any(axis=1)
    q = product(found[counts], truth[counts] * [1, -1, -1, -1])
    w, z = numpy.minimum(1, abs(q[:, 0])), abs(q[:, 3])
    each = 2 * numpy.arccos(w), 2 * numpy.arctan2(z, w), 2 * numpy.arccos(numpy.minimum(1, numpy.hypot(w, z)))
    return [float(numpy.degrees(numpy.sqrt(numpy.mean(e**2)))) for e in each]


def evaluate(path):
    """The trial's name, and {(peer, group): errors} of it; with six axes the peer's name has "6" behind it."""
    trial = read(path)
    result = {}
    for group in GROUPS:
        samples, truth, moves = grouped(*trial, group)
        for name, (run, groups) in PEERS.items():
            if group in groups:
                nine, six = run(samples, PERIOD * group)
                result[name, group] = errors(nine, truth, moves)
                if six is not None:
                    result[name + "6", group] = errors(six, truth, moves)
    return path.name.split(".")[0], result


# Of a table of another device: rad/s, m/s², µT.
TABLE_SCALE = numpy.array([1e-4] * 3 + [1e-3] * 3 + [0.01] * 3)
HEADER = "t_ms,"
MOST = 1.2


def opened(path):
    return lzma.open(path, "rt") if path.suffix == ".xz" else open(path)


def is_table(path):
    with opened(path) as lines:
        return lines.readline().startswith(HEADER)


def read_table(path):
    """Samples of another device's trial, the truth, whether a row counts, and the period in seconds."""
    with opened(path) as lines:
        rows = numpy.genfromtxt(lines, delimiter=",", skip_header=1)
    truth = rows[:, 10:14] / numpy.linalg.norm(rows[:, 10:14], axis=1, keepdims=True)
    return rows[:, 1:10] * TABLE_SCALE, truth, rows[:, 14] == 1, numpy.diff(rows[:, 0]).mean() / 1e3


def mean_rotation(rotations):
    return numpy.linalg.eigh(rotations.T @ rotations)[1][:, -1]


def aligned(found, truth):
    """`found` between the two constant rotations that bring it nearest to the truth, as FrameFit.swift does it."""
    back = numpy.array([1, -1, -1, -1])
    many = numpy.ones((len(found), 1))
    right = numpy.array([1.0, 0, 0, 0])
    for _ in range(15):
        left = mean_rotation(product(truth, product(found, many * right) * back))
        right = mean_rotation(product(product(many * left, found) * back, truth))
    return product(product(many * left, found), many * right)


def evaluate_table(path):
    """The trial's name, and {peer: (errors, the total error at the end)}."""
    samples, truth, counts, period = read_table(path)
    counts &= ~numpy.isnan(truth).any(axis=1)
    result = {}
    for name in ("VQF", "BasicVQF"):
        found = aligned(PEERS[name][0](samples, period)[0][counts], truth[counts])
        q = product(found[-1:], truth[counts][-1:] * [1, -1, -1, -1])
        end = float(numpy.degrees(2 * numpy.arccos(min(1, abs(q[0, 0])))))
        result[name] = errors(found, truth[counts], numpy.ones(len(found), bool)), end
    return path.name.split(".")[0], result


def evaluate_fault(path):
    """VQF's errors on one file of `check motion --write-rows`. It takes one Δt: the mean of the time stamps."""
    rows = numpy.load(path).astype(float)
    return errors(with_vqf(rows[:, 1:10] * SCALE, rows[1:, 0].mean())[0], rows[:, 10:14], rows[:, 14] == 1)


def ours(program, folder, place=None):
    """What `check motion` says, line by line; with a place it also puts faults into the trials, and writes those rows there."""
    command = [program, "check", "motion", folder, "--json"]
    if place:
        command += ["--faults", "--write-rows", place]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    if not lines or lines[-1]["what"] != "motion":
        sys.exit("make motion: the program gave no verdict; run `binnacle check motion` on the folder.")
    return lines


def hertz(line):
    return str(round(line["hertz"]))


def parts(values):
    return {name: round(float(value), 3) for name, value in zip(("total", "heading", "inclination"), values)}


def measure(program, folder):
    """The figures, as docs/motion.json keeps them, and the program's own verdict: of BROAD, of other devices, or of both."""
    found = sorted(p for p in pathlib.Path(folder).iterdir() if p.name.endswith((".csv", ".csv.xz")))
    tables = [path for path in found if is_table(path)]
    paths = [path for path in found if path not in tables]
    figures = {}
    with concurrent.futures.ProcessPoolExecutor() as pool, tempfile.TemporaryDirectory() as place:
        lines = ours(program, folder, place if paths else None)
        if paths:
            figures |= measure_broad(lines, paths, place, pool)
        if tables:
            figures["devices"] = measure_devices(lines, tables, pool)
    return figures, lines[-1]


def measured_fault(line, place, pool):
    """The figures under one fault, and those of VQF on the rows in `place`."""
    files = sorted((pathlib.Path(place) / f"{line['key']}-{hertz(line)}").iterdir())
    return {
        "fault": line["key"],
        "name": line["fault"],
        "hertz": round(line["hertz"]),
        **{name: line[name] for name in ("total", "heading", "coverage", "leastCoverage", "ratio")},
        "VQF": parts(numpy.mean(list(pool.map(evaluate_fault, files)), axis=0)),
        "isHeldToVQF": line["isHeldToVQF"],
    }


def measure_broad(lines, paths, place, pool):
    """The figures of BROAD, with those under faults, whose rows stand in `place`."""
    verdict = lines[-1]
    trials = {}
    for line in lines:
        if line["what"] == "motionTrial" and "device" not in line:
            trials.setdefault(line["trial"], {})["Binnacle", round(1 / PERIOD / line["hertz"])] = [
                line[name] for name in ("total", "heading", "inclination")
            ]
    for name, found in pool.map(evaluate, paths):
        trials[name].update(found)

    def mean(peer, group):
        return numpy.mean([trial[peer, group] for trial in trials.values()], axis=0)

    rates = {group: str(round(1 / PERIOD / group)) for group in GROUPS}
    by_rate = {hertz(rate): rate for rate in verdict["rates"]}
    filters = {
        "Binnacle": {
            rate: {part: by_rate[rate][part] for part in ("total", "heading", "inclination")} for rate in rates.values()
        }
    }
    for peer, (_, groups) in PEERS.items():
        filters[peer] = {rates[group]: parts(mean(peer, group)) for group in groups}
    worst = {}
    for group, rate in rates.items():
        by, name = max((trial["Binnacle", group][0] - trial["VQF", group][0], name) for name, trial in trials.items())
        worst[rate] = {"trial": name, "by": round(by, 3)}
    return {
        "trials": len(paths),
        "versions": {peer: f"{package} {importlib.metadata.version(package)}" for peer, package in PACKAGES.items()},
        "filters": filters,
        "withoutField": {
            "Binnacle": {rate: by_rate[rate]["inclinationWithoutField"] for rate in rates.values()},
            "VQF": {rate: parts(mean("VQF6", group))["inclination"] for group, rate in rates.items()},
        },
        "stated": {
            rate: {name: by_rate[rate][name] for name in ("coverage", "leastCoverage", "ratio")}
            for rate in rates.values()
        },
        "difference": {rate: by_rate[rate]["largestDifference"] for rate in rates.values()},
        "worst": worst,
        "rests": {
            rate: {"count": by_rate[rate]["rests"], "largest": by_rate[rate]["biasError"]} for rate in rates.values()
        },
        "faults": [measured_fault(line, place, pool) for line in lines if line["what"] == "motionFault"],
    }


def measure_devices(lines, paths, pool):
    """The figures of other devices."""
    peers = dict(pool.map(evaluate_table, paths))
    trials = {line["trial"]: line for line in lines if line["what"] == "motionTrial" and "device" in line}
    devices = {}
    for line in lines:
        if line["what"] != "motionDevice":
            continue
        names = [name for name, trial in trials.items() if trial["device"] == line["device"]]

        def ratio(peer):
            ours = [[trials[name][part] for part in ("total", "heading", "inclination")] for name in names]
            theirs = [peers[name][peer][0] for name in names]
            return parts(numpy.exp(numpy.mean(numpy.log(numpy.array(ours) / numpy.array(theirs)), axis=0)))

        devices[line["device"]] = {
            "trials": len(names),
            "Binnacle": {part: line[part] for part in ("total", "heading", "inclination")},
            **{
                peer: parts(numpy.mean([peers[name][peer][0] for name in names], axis=0))
                for peer in ("VQF", "BasicVQF")
            },
            "ratio": {peer: ratio(peer) for peer in ("VQF", "BasicVQF")},
            **{name: line[name] for name in ("coverage", "leastCoverage")},
            "stated": line["ratio"],
            "lost": [name for name in names if trials[name]["end"] > 30 >= peers[name]["VQF"][1]],
        }
    return devices


def device_violations(figures):
    wrong = []
    for name, device in figures.get("devices", {}).items():
        if device["ratio"]["VQF"]["total"] > MOST:
            wrong.append(
                f"{name}: the total is {device['ratio']['VQF']['total']:.2f} times VQF's, at most {MOST} is accepted"
            )
        if device["coverage"] < 0.9:
            wrong.append(
                f"{name}: {100 * device['coverage']:.1f} % of the rows are within the stated accuracy, 90 % are asked for"
            )
        wrong += [f"{trial} ends more than 30° from the truth, and VQF does not" for trial in device["lost"]]
    return wrong


def violations(figures, verdict):
    """What is not accepted, as sentences."""
    wrong = [] if verdict["pass"] else ["binnacle check motion: a limit is not kept"]
    for rate in figures["filters"]["Binnacle"]:
        total, peer = (figures["filters"][name][rate]["total"] for name in ("Binnacle", "VQF"))
        if total > (1 - BETTER_BY) * peer:
            wrong.append(f"{rate} Hz: the total {total}° is less than {100 * BETTER_BY:.0f} % below VQF's {peer}°")
        if figures["worst"][rate]["by"] > WORSE_BY:
            wrong.append(f"{rate} Hz: {figures['worst'][rate]['trial']} is worse than VQF by more than {WORSE_BY}°")
    for fault in figures["faults"]:
        if fault["isHeldToVQF"] and fault["heading"] > fault["VQF"]["heading"]:
            wrong.append(f"{fault['name']}: heading {fault['heading']}°, VQF's is {fault['VQF']['heading']}°")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument(
        "--keep", action="store_true", help="keep the figures: docs/motion.json, tables of the documents, plots"
    )
    options = parser.parse_args()
    figures, verdict = measure(options.program, options.folder)
    kept = json.loads(motion_figures.KEPT.read_text()) if motion_figures.KEPT.exists() else {}
    wrong = device_violations(figures)
    if "filters" in figures:
        print(f"{figures['trials']} trials; degrees, means of the trials\n")
        print(motion_figures.figures_table(figures))
        print(motion_figures.faults_table(figures))
        for rate in verdict["rates"]:
            for line in rate["notReached"]:
                print(f"not reached at {hertz(rate)} Hz: {line}")
        wrong += violations(figures, verdict)
        if not options.keep and kept.get("trials") == figures["trials"]:
            wrong += motion_figures.worse(kept, figures)
    if "devices" in figures:
        print(motion_figures.devices_table(kept | figures))
    if options.keep and not wrong:
        motion_figures.keep(kept | figures)
    for sentence in wrong:
        print(f"make motion: {sentence}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
