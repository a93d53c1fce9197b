"""Peers of the motion filter on the same trials in the same run: VQF and x-io Fusion from PyPI, as their authors set them.

`python motion_peers.py PROGRAM FOLDER`: runs `PROGRAM check motion FOLDER --json` and the peers on the same rows, prints a
table, and ends with status 1 where the filter is less than 20 % better than VQF or worse by more than 1.0° on a trial.
The evaluation is BROAD's: see Sources/Proof/Verdict/MotionCheck.swift.
"""
import concurrent.futures
import json
import lzma
import pathlib
import subprocess
import sys

import imufusion
import numpy
import vqf

PERIOD = 0.0035
GROUPS = (1, 3, 6)
BETTER_BY = 0.2
WORSE_BY = 1.0


def read(path):
    """Rows of a trial: rate (rad/s), force (m/s²), field (µT), truth (w, x, y, z; NaN where unknown), movement."""
    opened = lzma.open(path, "rt") if path.suffix == ".xz" else open(path)
    with opened as lines:
        rows = numpy.genfromtxt((line for line in lines if line[0] not in "#g"), delimiter=",")
    scale = numpy.array([2000 / 32768 * numpy.pi / 180] * 3 + [16 / 32768 * 9.80665] * 3 + [0.15] * 3)
    truth = rows[:, 9:13] / numpy.linalg.norm(rows[:, 9:13], axis=1, keepdims=True)
    return rows[:, :9] * scale, truth, rows[:, 13] == 1


def grouped(samples, truth, moves, group):
    """Means of `group` rows, with the truth of the last."""
    count = len(samples) // group
    means = samples[:count * group].reshape(count, group, 9).mean(axis=1)
    last = slice(group - 1, count * group, group)
    return means, truth[last], moves[last]


def with_vqf(samples, period):
    found = vqf.VQF(period).updateBatch(*(numpy.ascontiguousarray(samples[:, i:i + 3]) for i in (0, 3, 6)))
    return found["quat9D"]


def with_fusion(samples, period):
    settings = imufusion.AhrsSettings()
    settings.convention, settings.gyroscope_range, settings.sample_rate = imufusion.CONVENTION_ENU, 2000, 1 / period
    settings.acceleration_rejection, settings.magnetic_rejection, settings.rejection_timeout = 10, 10, 5
    ahrs = imufusion.Ahrs()
    ahrs.set_settings(settings)
    degrees, gravity = samples[:, :3] * 180 / numpy.pi, samples[:, 3:6] / 9.80665
    result = numpy.empty((len(samples), 4))
    for n in range(len(samples)):
        ahrs.update(degrees[n], gravity[n], samples[n, 6:])
        result[n] = ahrs.get_quaternion()
    return result


PEERS = {"VQF": with_vqf, "x-io Fusion": with_fusion}


def product(a, b):
    w, x, y, z = a.T
    W, X, Y, Z = b.T
    return numpy.stack([w * W - x * X - y * Y - z * Z, w * X + x * W + y * Z - z * Y,
                        w * Y - x * Z + y * W + z * X, w * Z + x * Y - y * X + z * W], axis=1)


def errors(found, truth, moves):
    """Root mean squares of total, heading and inclination, degrees."""
    counts = moves & ~numpy.isnan(truth).any(axis=1)
    q = product(found[counts], truth[counts] * [1, -1, -1, -1])
    w, z = numpy.minimum(1, abs(q[:, 0])), abs(q[:, 3])
    each = 2 * numpy.arccos(w), 2 * numpy.arctan2(z, w), 2 * numpy.arccos(numpy.minimum(1, numpy.hypot(w, z)))
    return [float(numpy.degrees(numpy.sqrt(numpy.mean(e ** 2)))) for e in each]


def evaluate(path):
    """{(peer, group): errors} of one trial."""
    trial = read(path)
    result = {}
    for group in GROUPS:
        samples, truth, moves = grouped(*trial, group)
        for name, run in PEERS.items():
            result[name, group] = errors(run(samples, PERIOD * group), truth, moves)
    return path.name.split(".")[0], result


def ours(program, folder):
    run = subprocess.run([program, "check", "motion", folder, "--json"], capture_output=True, text=True)
    if not run.stdout:
        sys.exit(run.stderr)
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    figures = {}
    for line in lines:
        if line["what"] == "motionTrial":
            group = round(1 / PERIOD / line["hertz"])
            figures.setdefault(line["trial"], {})["Binnacle", group] = [
                line[name] for name in ("total", "heading", "inclination")]
    return figures


def main(program, folder):
    paths = sorted(p for p in pathlib.Path(folder).iterdir() if p.name.endswith((".csv", ".csv.xz")))
    figures = ours(program, folder)
    with concurrent.futures.ProcessPoolExecutor() as pool:
        for name, found in pool.map(evaluate, paths):
            figures[name].update(found)
    print(f"{len(paths)} trials; total / heading / inclination in degrees, mean of the trials")
    print(f"{'':14}" + "".join(f"{round(1 / PERIOD / group):>16} Hz" for group in GROUPS))
    means = {}
    for peer in ("Binnacle", *PEERS):
        for group in GROUPS:
            means[peer, group] = numpy.mean([trial[peer, group] for trial in figures.values()], axis=0)
        print(f"{peer:14}" + "".join("{:>19}".format(" / ".join(f"{v:.2f}" for v in means[peer, g])) for g in GROUPS))
    good = True
    for group in GROUPS:
        share = 1 - means["Binnacle", group][0] / means["VQF", group][0]
        worst, name = max((trial["Binnacle", group][0] - trial["VQF", group][0], name) for name, trial in figures.items())
        good &= share >= BETTER_BY and worst <= WORSE_BY
        print(f"{round(1 / PERIOD / group)} Hz: {100 * share:.0f} % below VQF; the worst against VQF is {name}, {worst:+.2f}°")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
