"""Vectors of Protocols/heading/spec.md."""

import random
from decimal import Decimal
from fractions import Fraction

from exact import atan2_degrees, number, round_half_up, turned

# LSM303DLHC, DocID018771 rev. 2, CRB_REG_M, table "Gain setting": LSB/gauss for X and Y, and for Z.
SENSITIVITY = {1: (1100, 980), 2: (855, 760), 3: (670, 600), 4: (450, 400), 5: (400, 355), 6: (330, 295), 7: (230, 205)}

# Scales 8…: numerator, divisor, bits of a count (specification, section 3).
RULES = {
    8: (10000, 137, 16),
    9: (10000, 109, 16),
    10: (5000, 41, 16),
    11: (5000, 33, 16),
    12: (2500, 11, 16),
    13: (10000, 39, 16),
    14: (10000, 33, 16),
    15: (10000, 23, 16),
    16: (25, 3, 16),
    17: (100, 3, 16),
    18: (20, 3, 16),
    19: (80, 3, 16),
    20: (40, 1, 16),
    21: (100, 1, 16),
    22: (50000, 3421, 16),
    23: (64981, 2223, 16),
    24: (62911, 1435, 16),
    25: (57218, 979, 16),
    26: (150, 1, 16),
    27: (3125, 512, 20),
    28: (3125, 512, 18),
    29: (75, 128, 24),
    30: (150, 1, 16),
    31: (125, 2, 18),
    32: (300, 1, 16),
    33: (40, 3, 24),
    34: (100, 1, 16),
}

AXES = ["+X", "-X", "+Y", "-Y", "+Z", "-Z"]


def convert(count, g):
    return round_half_up(Fraction(count * 100000, g))


def conversion():
    cases = []

    def add(name, scale, counts, refuse=False):
        case = {"name": name, "scale": scale, "counts": counts}
        if refuse:
            case["nanotesla"] = None
        elif scale == 0:
            case["nanotesla"] = counts
        elif scale in RULES:
            numerator, divisor, _ = RULES[scale]
            case["nanotesla"] = [round_half_up(Fraction(count * numerator, divisor)) for count in counts]
        else:
            xy, z = SENSITIVITY[scale]
            case["nanotesla"] = [convert(counts[0], xy), convert(counts[1], xy), convert(counts[2], z)]
        cases.append(case)

    for scale, (xy, z) in SENSITIVITY.items():
        for count in (-2048, -2047, -1000, -2, -1, 0, 1, 2, 1000, 2047):
            add(f"scale_{scale}_count_{count}", scale, [count, count, count])
        add(f"scale_{scale}_axes_differ", scale, [2047, -2048, 1])

        def nearest_half(g, above):
            def distance(count):
                rest = Fraction(count * 100000, g) % 1 - Fraction(1, 2)
                return rest if above else -rest

            counts = [c for c in range(-2048, 2048) if distance(c) > 0]
            return min(counts, key=lambda c: (distance(c), c)) if counts else 0

        for above in (False, True):
            for sign in ("lowest", "highest"):
                pick = {g: nearest_half(g, above) for g in (xy, z)}
                if sign == "highest":
                    # The same remainder again, as far up as the range goes.
                    for g in pick:
                        period = Fraction(100000, g).denominator
                        pick[g] += (2047 - pick[g]) // period * period
                side = "above" if above else "below"
                add(f"scale_{scale}_just_{side}_half_{sign}", scale, [pick[xy], pick[xy], pick[z]])
        add(f"scale_{scale}_beyond_12_bits", scale, [2048, -2049, 2048])
        add(f"scale_{scale}_overflow_mark", scale, [-4096, -4096, -4096])
        add(f"scale_{scale}_16_bit_ends", scale, [-32768, 32767, -32768])
        add(f"scale_{scale}_beyond_16_bits", scale, [32768, 0, 0], refuse=True)
    for count in (-(2**21), -1, 0, 1, 2**21):
        add(f"scale_0_count_{count}", 0, [count, -count, count])
    add("scale_0_beyond", 0, [2**21 + 1, 0, 0], refuse=True)
    add("scale_0_beyond_below", 0, [0, -(2**21) - 1, 0], refuse=True)
    for scale, (_, _, bits) in RULES.items():
        end = 2 ** (bits - 1)
        add(f"scale_{scale}_axes_differ", scale, [1, -2, 1000])
        add(f"scale_{scale}_ends", scale, [-end, end - 1, -end + 1])
        add(f"scale_{scale}_odd_counts", scale, [-1, 255, -257])
        add(f"scale_{scale}_beyond", scale, [end, 0, 0], refuse=True)
        add(f"scale_{scale}_beyond_below", scale, [0, 0, -end - 1], refuse=True)
    add(f"scale_{max(RULES) + 1}_unknown", max(RULES) + 1, [0, 0, 0], refuse=True)
    add("scale_255_unknown", 255, [1, 2, 3], refuse=True)
    return document("conversion", "counts to nanotesla, exact; null: must be refused", cases)


def axes(mounting):
    """Forward, right and down as (axis, sign), for mounting 0...23."""
    signed = [(axis, sign) for axis in range(3) for sign in (1, -1)]
    forward = signed[mounting // 4]
    right = [s for s in signed if s[0] != forward[0]][mounting % 4]
    f = [forward[1] * (i == forward[0]) for i in range(3)]
    r = [right[1] * (i == right[0]) for i in range(3)]
    cross = [f[1] * r[2] - f[2] * r[1], f[2] * r[0] - f[0] * r[2], f[0] * r[1] - f[1] * r[0]]
    axis = next(i for i in range(3) if cross[i])
    return [forward, right, (axis, cross[axis])]


def to_body(mounting, v):
    return [min(sign * v[axis], 2**31 - 1) for axis, sign in axes(mounting)]


def mounting():
    cases = []
    for n in range(24):
        words = [AXES[axis * 2 + (sign < 0)] for axis, sign in axes(n)]
        cases.append(
            {
                "name": f"mounting_{n}",
                "mounting": n,
                "forwardRightDown": words,
                "sensor": [1, 20, 300],
                "body": to_body(n, [1, 20, 300]),
            }
        )
    low = [-(2**31), -(2**31), -(2**31)]
    cases.append(
        {
            "name": "negated_minimum",
            "mounting": 7,
            "forwardRightDown": ["-X", "-Z", "-Y"],
            "sensor": low,
            "body": to_body(7, low),
        }
    )
    return document("mounting", "sensor axes to body axes for each of the 24 mountings", cases)


def solve(b, a):
    """Section 4 of the specification, with sines and cosines taken from the triangle sides."""
    b = [Decimal(x) for x in b]
    if a is None:
        return {
            "level": True,
            "rollDegrees": None,
            "pitchDegrees": None,
            "headingDegrees": turned(atan2_degrees(-b[1], b[0])),
            "dipDegrees": atan2_degrees(b[2], (b[0] ** 2 + b[1] ** 2).sqrt()),
        }, (b[0] ** 2 + b[1] ** 2).sqrt()
    a = [Decimal(x) for x in a]
    side = (a[1] ** 2 + a[2] ** 2).sqrt()
    size = (a[0] ** 2 + side**2).sqrt()
    if size == 0:
        undefined = dict.fromkeys(["rollDegrees", "pitchDegrees", "headingDegrees", "dipDegrees"])
        return undefined | {"level": False}, Decimal(0)
    sin_roll, cos_roll = (-a[1] / side, -a[2] / side) if side else (Decimal(0), Decimal(1))
    sin_pitch, cos_pitch = a[0] / size, side / size
    east = b[2] * sin_roll - b[1] * cos_roll
    inner = b[1] * sin_roll + b[2] * cos_roll
    north = b[0] * cos_pitch + inner * sin_pitch
    down = inner * cos_pitch - b[0] * sin_pitch
    # Zero is decided in integers: b parallel to a has no horizontal part.
    cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    level = (north**2 + east**2).sqrt()
    if not any(cross):
        north = east = level = Decimal(0)
    return {
        "level": False,
        "rollDegrees": atan2_degrees(-a[1], -a[2]) if side else None,
        "pitchDegrees": atan2_degrees(a[0], side),
        "headingDegrees": turned(atan2_degrees(east, north)),
        "dipDegrees": atan2_degrees(down, level),
    }, level


# Cosine and sine of whole multiples of 15 degrees, exact in decimals through square roots.
def cosine(degrees):
    degrees %= 360
    if degrees > 180:
        degrees = 360 - degrees
    if degrees > 90:
        return -cosine(180 - degrees)
    two, three, six = Decimal(2).sqrt(), Decimal(3).sqrt(), Decimal(6).sqrt()
    return {
        0: Decimal(1),
        15: (six + two) / 4,
        30: three / 2,
        45: two / 2,
        60: Decimal(1) / 2,
        75: (six - two) / 4,
        90: Decimal(0),
    }[degrees]


def sine(degrees):
    return cosine(degrees - 90)


def world(heading, pitch, roll, horizontal, vertical):
    """Body field in Q8 nT and specific force in micro-g, rounded half up, for angles of whole 15 degrees."""
    x, y, z = horizontal * cosine(heading), -horizontal * sine(heading), Decimal(vertical)
    x, z = x * cosine(pitch) - z * sine(pitch), x * sine(pitch) + z * cosine(pitch)
    y, z = y * cosine(roll) + z * sine(roll), z * cosine(roll) - y * sine(roll)
    a = [sine(pitch), -cosine(pitch) * sine(roll), -cosine(pitch) * cosine(roll)]
    whole = lambda v: round_half_up(Fraction(v))
    return [whole(v * 256) for v in (x, y, z)], [whole(v * 1000000) for v in a]


def heading():
    cases = []

    def add(name, b, a):
        result, horizontal = solve(b, a)
        total = sum(Decimal(x) ** 2 for x in b).sqrt()
        in_domain = result["headingDegrees"] is not None and horizontal >= 5000 * 256 and horizontal * 20 >= total
        case = {"name": name, "fieldQ8": b, "specificForceMicroG": a, "inDomain": bool(in_domain)}
        case.update({k: v if isinstance(v, bool) else number(v) for k, v in result.items()})
        cases.append(case)

    level = [0, 0, -1000000]
    for name, x, y in (
        ("north", 1, 0),
        ("east", 0, -1),
        ("south", -1, 0),
        ("west", 0, 1),
        ("northeast", 1, -1),
        ("southeast", -1, -1),
        ("southwest", -1, 1),
        ("northwest", 1, 1),
    ):
        b = [x * 20000 * 256, y * 20000 * 256, 42890 * 256]
        add(f"{name}_at_rest", b, level)
        add(f"{name}_level_mode", b, None)
    for where, h, v in (("north", 20000, 42890), ("equator", 39000, 0), ("south", 25000, -50000)):
        tilts = ((0, 30), (0, -30), (30, 0), (-30, 0), (45, 60), (-75, 15), (15, 150), (60, -135), (0, 180))
        for turn in range(0, 360, 45):
            for pitch, roll in tilts:
                b, a = world(turn, pitch, roll, h, v)
                add(f"{where}_heading_{turn}_pitch_{pitch}_roll_{roll}", b, a)
    b = [20000 * 256, 0, 42890 * 256]
    add("nose_straight_up", b, [1000000, 0, 0])
    add("nose_straight_down", b, [-1000000, 0, 0])
    add("nose_straight_up_field_across", [0, -20000 * 256, 42890 * 256], [1000000, 0, 0])
    add("nose_almost_up", b, [1000000, -1, -1])
    add("nose_almost_down", [b[0], -b[2], 7], [-999999, 900, -1100])
    add("upside_down", [20000 * 256, 0, -42890 * 256], [0, 0, 1000000])
    add("free_fall", b, [0, 0, 0])
    add("no_field", [0, 0, 0], level)
    add("no_field_level_mode", [0, 0, 0], None)
    add("field_straight_down", [0, 0, 60000 * 256], level)
    add("field_straight_down_level_mode", [0, 0, 60000 * 256], None)
    add("field_straight_up", [0, 0, -60000 * 256], level)
    add("field_along_tilted_force", [-300 * 256, 400 * 256, 1200 * 256], [300, -400, -1200])
    add("one_step_of_field", [1, 0, 0], level)
    add("one_step_of_field_east_level_mode", [0, -1, 0], None)
    add("tiny_force", b, [0, 0, -1])
    add("tiny_force_tilted", b, [1, -1, -1])
    add("largest_values", [2**31 - 1, -(2**31), 2**31 - 1], [2**31 - 1, -(2**31), -(2**31)])
    add("largest_values_level_mode", [-(2**31), -(2**31), -(2**31)], None)
    add("force_of_16_g", b, [4000000, -6000000, -14000000])
    rng = random.Random(20000101)
    for i in range(200):
        while True:
            b = [rng.randint(-60000 * 256, 60000 * 256) for _ in range(3)]
            a = [rng.randint(-1500000, 1500000) for _ in range(3)]
            if any(a):
                break
        add(f"random_{i}", b, a)
    return document(
        "heading", "field Q8 nT and specific force in body axes to angles in degrees; null: undefined", cases
    )


def atan2():
    cases = []

    def add(y, x):
        cases.append({"name": f"y_{y}_x_{x}", "y": y, "x": x, "degrees": number(turned(atan2_degrees(y, x)))})

    big, low = 2**31 - 1, -(2**31)
    values = [low, low + 1, -46341, -32768, -200, -1, 0, 1, 200, 32767, 46341, big - 1, big]
    for y in values:
        for x in values:
            add(y, x)
    return document("atan2", "angle of (x, y) in degrees, 0 included, 360 excluded; null: undefined", cases)


def document(name, what, cases):
    return {"file": f"heading/vectors/{name}.json", "protocol": "heading", "version": 1, "what": what, "cases": cases}


def documents():
    return [conversion(), mounting(), heading(), atan2()]
