"""The bundled recordings that are fitted twice: by the program, and by the Python package.

A row: file, columns with signs, options of `binnacle fit`, and the condition of rows."""

import csv
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "Data"

#: (name, file, columns, unit, unit of the force, time and its unit, device, plain)
RECORDINGS = [
    ("handheld", "mag/handheld_counts.csv", "mx,my,mz", "counts", "", "", "", False),
    ("handheld plain", "mag/handheld_counts.csv", "mx,my,mz", "counts", "", "", "", True),
    ("ck force as field", "marg/ck_accmag.csv", "-ax,ay,az", "counts", "", "", "", False),
    ("ck as gauss", "marg/ck_accmag.csv", "mx,my,mz", "G", "", "", "", False),
    ("ck", "marg/ck_accmag.csv", "mx,my,mz,ax,ay,az", "counts", "g", "", "", False),
    ("sap6 BB", "marg/sap6_shots.csv", "mx_uT,my_uT,-mz_uT,gy_ms2,gx_ms2,-gz_ms2", "uT", "m/s2", "", "BB", False),
    ("sap6 CF", "marg/sap6_shots.csv", "mx_uT,my_uT,-mz_uT", "uT", "", "", "CF", False),
    ("sap5 ab", "marg/sap5_shots.csv", "mx_uT,my_uT,mz_uT,-gx_g,-gy_g,-gz_g", "uT", "g", "", "ab", False),
    ("sap5 bi plain", "marg/sap5_shots.csv", "mx_uT,my_uT,mz_uT", "uT", "", "", "bi", True),
    ("broad magnet", "marg/broad_attached_magnet_2cm.csv", "mx,-my,-mz,ax,-ay,-az", "uT", "m/s2", "t_s s", "", False),
    ("broad slow", "marg/broad_slow_rotation_breaks.csv", "mx,-my,-mz,ax,-ay,-az", "uT", "m/s2", "t_s s", "", False),
    ("phone", "marg/phone_handheld.csv", "my_uT,mx_uT,-mz_uT,-ay_g,-ax_g,az_g", "uT", "g", "t_s s", "", False),
    ("indoor a", "marg/phone_indoor_a.csv", "my_unc,mx_unc,-mz_unc,ay,ax,-az", "uT", "m/s2", "t_ms ms", "", False),
    ("indoor b plain", "marg/phone_indoor_b.csv", "my_unc,mx_unc,-mz_unc,ay,ax,-az", "uT", "m/s2", "t_ms ms", "", True),
    ("quad", "marg/quad_flight.csv", "mx_mG,my_mG,mz_mG,ax,ay,az", "mG", "m/s2", "t_ms ms", "", False),
    ("xio", "marg/xio_fusion.csv", "mx_uT,-my_uT,-mz_uT,ax_g,-ay_g,-az_g", "uT", "g", "t_s s", "", False),
    ("force as counts", "marg/xio_fusion.csv", "mx_uT,-my_uT,-mz_uT,ax_g,-ay_g,-az_g", "uT", "counts", "", "", False),
    ("qmc", "mag/qmc5883l_raw.csv", "mx,my,mz", "counts", "", "", "", False),
    ("qmc as nT", "mag/qmc5883l_lowpassed.csv", "mx,my,mz", "nT", "", "", "", False),
    ("qmc plain", "mag/qmc5883l_lowpassed.csv", "mx,my,mz", "counts", "", "", "", True),
]
#: Those of `make test`: all models, all units, plain and not, with force and without.
FEW = {"handheld", "handheld plain", "sap6 BB", "sap6 CF", "sap5 ab", "broad slow", "phone", "indoor b plain", "quad"}


def options(recording):
    """The words after `binnacle fit`."""
    _, file, columns, unit, force_unit, time, device, plain = recording
    words = [str(DATA / file), f"--columns={columns}", "--unit", unit]
    words += ["--accel-unit", force_unit] if force_unit else []
    words += ["--time", time.split()[0], "--time-unit", time.split()[1]] if time else []
    words += ["--where", f"device={device}"] if device else []
    return words + (["--plain"] if plain else [])


def columns(recording):
    """Field, force and time of a recording as lists of rows; None for what it has not."""
    _, file, names, _, _, time, device, _ = recording
    with open(DATA / file, newline="") as lines:
        rows = [
            row
            for row in csv.DictReader(line for line in lines if not line.startswith("#"))
            if not device or row["device"] == device
        ]
    signed = [(name.lstrip("-"), -1 if name.startswith("-") else 1) for name in names.split(",")]
    values = [[sign * float(row[name]) for name, sign in signed] for row in rows]
    scale = 0.001 if time.endswith(" ms") else 1
    return (
        [row[:3] for row in values],
        [row[3:] for row in values] if len(signed) > 3 else None,
        [float(row[time.split()[0]]) * scale for row in rows] if time else None,
    )
