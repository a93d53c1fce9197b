"""Vectors of Protocols/heading/spec.md, sections 8 to 11: what is said about a heading beyond its angle."""

import random
from decimal import Decimal
from fractions import Fraction

from exact import PI, number
from heading_vectors import AXES, document, solve
from navigation_vectors import cosine, radians, sine, wrapped

TURN = 2**32
DEGREE = PI / 180
Q32 = Decimal(TURN)


def units(degrees):
    """A binary angle, 0 ... 2^32 - 1."""
    return round(Fraction(degrees) * TURN / 360) % TURN


def around(binary):
    """0 up to but not including a turn; Decimal's remainder has the sign of what is divided."""
    rest = Decimal(binary) % TURN
    return rest + TURN if rest < 0 else rest


def degrees(binary):
    return Decimal(binary) * 360 / TURN


# Section 9.


def declination_error(horizontal, years_outside):
    return (Decimal("0.26") ** 2 + (Decimal(5417 + 800 * years_outside) / horizontal) ** 2).sqrt()


def stated(pitch, dip, heading, field, tilt, own, declination, offset):
    """A in degrees, before it is rounded up."""
    tan = lambda a: sine(radians(a)) / cosine(radians(a))
    d, t = tan(wrapped(dip)), tan(wrapped(pitch))
    gain = d * d + t * t + 2 * d * t * cosine(radians(wrapped(heading)))
    square = 4 * field * (1 + d * d) + Decimal("3.18") ** 2 * tilt * gain + 4 * (own * DEGREE) ** 2
    if declination is not None:
        square += 4 * (declination * DEGREE) ** 2
    # B²·(F₀/h)²: a field beside the Earth's, in the vectors of 48,000 nT of strength measured.
    squared, strength, expected_horizontal, has_dip, is_clear = offset
    horizontal = 48000 * cosine(radians(wrapped(dip)))
    if expected_horizontal:
        horizontal = min(horizontal, Decimal(expected_horizontal))
    if squared:
        square += (13 if has_dip or is_clear else 161) * Decimal(squared) / 2**31 * (strength / horizontal) ** 2
    return min(Decimal(180), max(Decimal(0), square).sqrt() / DEGREE)


def grade(accuracy, is_flagged):
    """Where no permitted error of an implementation could change it; else None."""
    best = None
    for limit, value in ((5, 3), (15, 2), (45, 1)):
        if abs(accuracy - limit) < accuracy * Decimal("0.04") + Decimal("0.3"):
            return None
        if best is None and accuracy < limit:
            best = value
    best = best or 0
    return min(best, 1) if is_flagged else best


def accuracy():
    cases, rng = [], random.Random(20260101)

    def add(name, pitch=0, dip=65, heading=0, field=0.005, tilt=0.3, own=0, horizontal=None, state="clear", years=0,
            offset=0, strength=48000, expected_horizontal=None, has_dip=True):  # fmt: skip
        """offset: B, relative; expected_horizontal: nT. Angles in degrees; field: relative; tilt: degrees; own: hundredths of a degree; years outside the model."""
        variances = [min(TURN - 1, int(v * v * TURN)) for v in (field, tilt * 3.14159265 / 180)]
        p, d, h = units(pitch), units(dip), units(heading)
        parts = (p, d, h, Decimal(variances[0]) / Q32, Decimal(variances[1]) / Q32, Decimal(own) / 100)
        expected = (
            round(48000 * abs(cosine(radians(wrapped(d)))) / 4)
            if expected_horizontal is None
            else expected_horizontal // 4
        )
        offset_squared = min(2**32 - 1, int(offset * offset * 2**31))
        hidden = (offset_squared, strength, 4 * expected, has_dip, state == "clear")
        magnetic = stated(*parts, None, hidden)
        with_declination = None
        if horizontal is not None:
            with_declination = stated(*parts, declination_error(horizontal, years), hidden)
        cases.append(
            {
                "name": name,
                "pitch": p,
                "dip": d,
                "heading": h,
                "fieldVarianceQ32": variances[0],
                "tiltVarianceQ32": variances[1],
                "calibrationHundredths": own,
                "horizontalNanotesla": horizontal,
                "yearsOutside": years,
                "state": state,
                "offsetSquaredQ31": offset_squared,
                "expectedUnits": strength // 4,
                "expectedHorizontalUnits": expected,
                "hasDip": has_dip,
                "accuracyDegrees": number(magnetic),
                "trueAccuracyDegrees": number(with_declination),
                "grade": grade(magnetic, state in ("suspect", "disturbed")),
            }
        )

    add("at_rest")
    add("at_rest_true", horizontal=20000)
    add("perfect_field_and_tilt", field=0, tilt=0, own=1)
    add("field_only_level_dip", dip=0, field=0.02, tilt=0)
    add("field_only_steep_dip", dip=80, field=0.01, tilt=0)
    add("tilt_only", field=0, tilt=2)
    add("tilt_at_no_dip", field=0, tilt=2, dip=0)
    add("calibration_only", field=0, tilt=0, own=300)
    add("forward_axis_along_the_field", pitch=-65, field=0.001, tilt=3, heading=0)
    add("forward_axis_across_the_field", pitch=-65, field=0.001, tilt=3, heading=90)
    add("southern_hemisphere", dip=-60, pitch=20, heading=200, own=100)
    add("weak_horizontal_field", dip=82, horizontal=6000)
    add("blackout_declination", dip=88, horizontal=2000)
    for years in (1, 5, 10):
        add(f"true_{years}_years_outside_the_model", horizontal=20000, years=years)
        add(f"weak_{years}_years_outside_the_model", dip=82, horizontal=6000, years=years)
    add("capped_at_half_a_turn", dip=89, field=0.5, tilt=40)
    for state in ("suspect", "disturbed", "recovering"):
        add(f"at_rest_{state}", state=state, field=0.02, offset=0.02)
        add(f"hardly_anything_{state}", state=state, field=0.0005, tilt=0.01, own=20, offset=0.0005)
        add(f"a_magnet_{state}", state=state, field=0.01, tilt=0.5, offset=0.12)
        add(f"without_a_dip_{state}", state=state, field=0.01, tilt=5, offset=0.03, has_dip=False)
    add("a_first_sample_beside_a_magnet", offset=0.06, tilt=0.2)
    add("less_horizontal_than_expected", state="disturbed", offset=0.05, dip=70, expected_horizontal=24000)
    add("more_horizontal_than_expected", state="disturbed", offset=0.05, dip=30, expected_horizontal=12000)
    add("stronger_than_expected", state="disturbed", offset=0.05, strength=32000, expected_horizontal=20000)
    add("no_dip_expected", state="disturbed", offset=0.04, expected_horizontal=0, has_dip=False)
    add("hardly_any_horizontal_field_expected", state="disturbed", offset=0.05, expected_horizontal=400)
    for i in range(200):
        add(
            f"random_{i}",
            pitch=round(rng.uniform(-75, 75), 3),
            dip=round(rng.uniform(-80, 80), 3),
            heading=round(rng.uniform(0, 360), 3),
            field=10 ** rng.uniform(-3, -1),
            tilt=10 ** rng.uniform(-1, 1),
            own=rng.randint(0, 1000),
            horizontal=rng.choice((None, rng.randint(2000, 45000))),
            state=rng.choice(("clear", "clear", "suspect", "disturbed", "recovering")),
            offset=rng.choice((0, 10 ** rng.uniform(-2, -0.5))),
            expected_horizontal=rng.randint(3000, 45000),
        )
    return document(
        "accuracy",
        "stated accuracy in degrees before it is rounded up, at a measured strength of 48,000 nT; angles in 2^-32 turn; "
        "expected fields in 4 nT",
        cases,
    )


# Section 11.

OFFSETS = {
    "portrait": 0,
    "upsideDown": TURN // 2,
    "landscapeLeft": TURN // 4,
    "landscapeRight": -TURN // 4,
    "faceUp": 0,
    "faceDown": 0,
    "unknown": 0,
}


def deviation(card, compass):
    a, b, c, d, e = card
    h = radians(compass)
    return a + b * sine(h) + c * cosine(h) + d * sine(2 * h) + e * cosine(2 * h)


def assessment():
    cases, rng = [], random.Random(20260102)

    def add(
        name,
        compass,
        card=(0, 0, 0, 0, 0),
        declination=None,
        display="portrait",
        choice="best",
        measured=20000,
        modelled=None,
        is_stated=True,
    ):
        """`compass`, `card` and `declination` in units or None; `modelled` is known with the declination."""
        if declination is not None and modelled is None:
            modelled = 20000
        horizontal = min([measured] + ([] if modelled is None else [modelled]))
        zone = "blackout" if horizontal < 2000 else "caution" if horizontal < 6000 else "normal"
        magnetic = true = None
        if compass is not None and is_stated and zone != "blackout":
            north = compass + deviation(card, wrapped(compass))
            magnetic = degrees(around(north + OFFSETS[display]))
            if declination is not None:
                true = degrees(around(north + declination + OFFSETS[display]))
        if magnetic is None or (choice == "trueNorth" and true is None):
            reference = "none"
        else:
            reference = "magnetic" if choice == "magnetic" or true is None else "trueNorth"
        if compass is None:
            zone = None if modelled is None else zone
        cases.append(
            {
                "name": name,
                "compass": compass,
                "card": list(card),
                "declination": declination,
                "display": display,
                "choice": choice,
                "horizontalNanotesla": measured,
                "modelledNanotesla": modelled,
                "isStated": is_stated,
                "magneticDegrees": number(magnetic),
                "trueDegrees": number(true),
                "reference": reference,
                "zone": zone,
            }
        )

    for display in OFFSETS:
        for heading in (0, 45, 90, 270):
            add(f"{display}_{heading}", units(heading), display=display, declination=units(10))
        add(f"{display}_invalid", None, display=display)
    add("due_true_north", units(355), declination=units(5))
    add("sum_of_exactly_a_turn", units(270), display="landscapeLeft")
    add("below_zero", units(45), display="landscapeRight")
    add("west_declination_across_north", units(3), declination=wrapped(units(-12)) % TURN)
    for choice in ("best", "magnetic", "trueNorth"):
        add(f"{choice}_without_a_place", units(100), choice=choice)
        add(f"{choice}_with_a_place", units(100), choice=choice, declination=units(-3))
        add(f"{choice}_without_an_accuracy", units(100), choice=choice, declination=units(-3), is_stated=False)
    for measured, modelled in (
        (6000, None),
        (5999, None),
        (2000, None),
        (1999, None),
        (20000, 5999),
        (20000, 1999),
        (1999, 20000),
        (5999, 1999),
        (40000, 6000),
    ):
        add(
            f"measured_{measured}_modelled_{modelled}",
            units(10),
            measured=measured,
            modelled=modelled,
            declination=None if modelled is None else units(20),
        )
    add("no_heading_near_the_pole", None, modelled=1500, declination=units(20))
    most = 2**29
    add("card_of_the_handbook", units(90), card=tuple(units(x) for x in (1, 12, 8, 5, Fraction(3, 2))))
    add("card_at_its_limits", units(225), card=(most, most, most, most, most), display="upsideDown")
    for i in range(60):
        add(
            f"random_{i}",
            rng.randrange(TURN),
            card=tuple(rng.randint(-most, most) for _ in range(5)),
            declination=rng.choice((None, rng.randrange(TURN))),
            display=rng.choice(list(OFFSETS)),
            choice=rng.choice(("best", "magnetic", "trueNorth")),
        )
    return document(
        "assessment", "compass heading, card, declination and display to the two headings; null: not valid", cases
    )


def pointing():
    """Axis `axis` becomes forward; down stays, for the vertical ones the former forward axis points up."""
    cases, rng = [], random.Random(20260103)
    cross = lambda p, q: [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]

    def add(name, axis, b, a):
        forward = [(1 if axis % 2 == 0 else -1) * (i == axis // 2) for i in range(3)]
        down = [-1, 0, 0] if forward[2] else [0, 0, 1]
        rows = [forward, cross(down, forward), down]
        turn = lambda v: None if v is None else [sum(r * c for r, c in zip(row, v)) for row in rows]
        result, _ = solve(turn(b), turn(a))
        heading = None if a is None and forward[2] else result["headingDegrees"]
        cases.append(
            {
                "name": name,
                "axis": AXES[axis],
                "number": axis,
                "fieldQ8": b,
                "specificForceMicroG": a,
                "headingDegrees": number(heading),
            }
        )

    for axis in range(6):
        word = AXES[axis].replace("+", "plus_").replace("-", "minus_")
        add(f"{word}_level", axis, [20000 * 256, 0, 42890 * 256], [0, 0, -1000000])
        add(f"{word}_level_mode", axis, [20000 * 256, 0, 42890 * 256], None)
        add(f"{word}_nose_up", axis, [-42890 * 256, 0, 20000 * 256], [1000000, 0, 0])
        for i in range(15):
            while True:
                b = [rng.randint(-40000 * 256, 40000 * 256) for _ in range(3)]
                a = [rng.randint(-1000000, 1000000) for _ in range(3)]
                along = sum(x * y for x, y in zip(a, b)) ** 2
                square = sum(x * x for x in a) * sum(x * x for x in b)
                # The horizontal part: a tenth of the field, and 5000 nT.
                if (
                    square
                    and square - along > square // 100
                    and (square - along) // sum(x * x for x in a) > (5000 * 256) ** 2
                ):
                    break
            add(f"{word}_random_{i}", axis, b, a)
    return document("pointing", "heading of each body axis, degrees; null: none", cases)


def smoothing():
    cases, rng = [], random.Random(20260104)

    def add(name, constant, samples):
        """`samples`: microseconds and degrees, None for a gap in validity."""
        rows, state, last = [], None, None
        for time, heading in samples:
            binary = None if heading is None else units(heading)
            if binary is None:
                state = None
            elif state is None or constant == 0 or (last is not None and time < last):
                state = Decimal(binary)
            else:
                gain = 1 - (-Decimal(time - last) / constant).exp()
                state = around(state + gain * (around(binary - state + TURN // 2) - TURN // 2))
            last = time
            rows.append(
                {"time": time, "heading": binary, "smoothedDegrees": None if binary is None else number(degrees(state))}
            )
        cases.append({"name": name, "timeConstant": constant, "samples": rows})

    add("none", 0, [(i * 100000, i * 37 % 360) for i in range(12)])
    add("step", 1000000, [(i * 100000, 0 if i == 0 else 90) for i in range(31)])
    add("step_across_north", 1000000, [(i * 100000, 350 if i == 0 else 20) for i in range(31)])
    add("swing_about_north", 2000000, [(i * 50000, 359 if i % 2 else 1) for i in range(40)])
    add("gap_in_validity", 5000000, [(0, 10), (100000, 20), (200000, None), (300000, 170), (400000, 180)])
    add("clock_backwards", 5000000, [(1000000, 10), (1100000, 20), (500000, 170), (600000, 180)])
    add("long_gap", 100000, [(0, 10), (60000000, 200), (60010000, 210)])
    add("same_instant", 1000000, [(0, 10), (0, 90), (0, 200)])
    add("one_microsecond", 1, [(i, i * 31 % 360) for i in range(10)])
    add("one_minute", 60000000, [(i * 1000000, 0 if i == 0 else 170) for i in range(61)])
    for n in range(12):
        constant, time, heading, samples = rng.randint(1000, 60000000), 0, rng.uniform(0, 360), []
        for _ in range(30):
            time += max(1, int(constant * 10 ** rng.uniform(-3, 0.6)))
            # Less than half a turn from where the smoothed one can be.
            heading += rng.uniform(-25, 25)
            samples.append((time, round(heading % 360, 4)))
        add(f"random_{n}", constant, samples)
    return document("smoothing", "headings in 2^-32 turn, microseconds; the smoothed heading in degrees", cases)


def events():
    cases, rng = [], random.Random(20260105)

    def add(name, minimum, heartbeat, readings):
        told, rows = None, []
        for r in readings:
            r = {
                "time": 0,
                "heading": 0,
                "magnetic": True,
                "trueNorth": False,
                "grade": 3,
                "disturbance": 0,
                "reference": "magnetic",
                "mode": 2,
                "orientation": "portrait",
            } | r
            if not r["magnetic"]:
                r |= {"heading": None, "trueNorth": False, "reference": "none", "grade": 0}
            why = []
            if told is None:
                why.append("first")
            else:
                both = r["heading"] is not None and told["heading"] is not None
                way = abs(wrapped(r["heading"] - told["heading"])) if both else 0
                if minimum == 0 or both and way >= minimum:
                    why.append("moved")
                if (r["magnetic"], r["trueNorth"]) != (told["magnetic"], told["trueNorth"]):
                    why.append("validity")
                if (r["grade"], r["disturbance"]) != (told["grade"], told["disturbance"]):
                    why.append("grade")
                if any(r[k] != told[k] for k in ("reference", "mode", "orientation")):
                    why.append("source")
                if heartbeat and r["time"] - told["time"] >= heartbeat:
                    why.append("heartbeat")
            if why:
                told = r
            rows.append(r | {"events": why})
        cases.append({"name": name, "minimumChange": minimum, "heartbeat": heartbeat, "readings": rows})

    def row(headings, step=1000000):
        return [{"time": i * step, "heading": units(h)} for i, h in enumerate(headings)]

    add("none_tells_every_one", 0, 0, row([10, 10, 10, 11]))
    add("since_the_last_one_told", units(5), 0, row([0, 2, 4, 6, 8, 10, 12]))
    add("exactly_the_minimum", 2**26, 0, row([0, Fraction(45, 8), Fraction(44, 8)]))
    add("one_unit_less", 2**26, 0, [{"heading": 0}, {"heading": 2**26 - 1}, {"heading": 2**26}])
    add("across_north", units(5), 0, row([359, 1, 5]))
    add("half_a_turn", 2**31, 0, [{"heading": 0}, {"heading": 2**31 - 1}, {"heading": 2**31}])
    add("heartbeat", units(5), 2000000, row([0] * 6))
    add("heartbeat_counts_from_the_last_one_told", units(5), 3000000, row([0, 0, 10, 10, 10, 10, 10]))
    add("validity", units(5), 0, [{}, {"magnetic": False}, {"magnetic": False}, {}, {"trueNorth": True}, {}])
    add("grade_and_disturbance", units(5), 0, [{}, {"grade": 2}, {"grade": 2, "disturbance": 1}, {"grade": 2}])
    add(
        "source",
        units(5),
        0,
        [{}, {"reference": "trueNorth", "trueNorth": True}, {"mode": 1}, {"orientation": "faceUp"}],
    )
    for n in range(12):
        readings, heading, time = [], rng.randrange(TURN), 0
        for _ in range(40):
            heading = (heading + rng.randint(-(2**27), 2**27)) % TURN
            time += rng.randint(1, 1000000)
            readings.append(
                {
                    "time": time,
                    "heading": heading,
                    "magnetic": rng.random() < 0.9,
                    "grade": rng.choice((3, 3, 3, 2)),
                    "disturbance": rng.choice((0, 0, 0, 0, 1)),
                    "mode": rng.choice((2, 2, 2, 2, 1)),
                }
            )
        add(f"random_{n}", rng.choice((0, 2**26, 2**27)), rng.choice((0, 2000000)), readings)
    return document("events", "why each reading is delivered; no event: it is not", cases)


def orientation():
    cases, rng = [], random.Random(20260106)
    edges = {"portrait": (1, 0), "upsideDown": (-1, 0), "landscapeLeft": (0, 1), "landscapeRight": (0, -1)}
    edge, level = cosine(40 * DEGREE), sine(15 * DEGREE)

    def shares(force):
        """How much of the force lies in the plane of the display, and of that along each edge."""
        x, y, z = (Decimal(c) for c in force)
        size, across = (x * x + y * y + z * z).sqrt(), (x * x + y * y).sqrt()
        return (
            across / size if size else None,
            {word: (x * ax + y * ay) / across if across else Decimal(0) for word, (ax, ay) in edges.items()},
        )

    def add(name, forces):
        rows, now, flat = [], "unknown", False
        for force in forces:
            across, along = shares(force)
            if across is not None:
                assert abs(across - level) > Decimal("0.002"), f"{name}: {force} is too near to flat"
                flat = across < level
            if across is not None and not flat:
                for word, share in along.items():
                    assert abs(share - edge) > Decimal("0.003"), f"{name}: {force} is too near to the edge"
                    if share > edge:
                        now = word
            rows.append({"specificForceMicroG": force, "orientation": now, "flat": flat})
        cases.append({"name": name, "samples": rows})

    for word, (x, y) in edges.items():
        add(f"{word}_at_rest", [[1000000 * x, 1000000 * y, 0]])
    add(
        "flat_is_unknown_and_then_kept",
        [[0, 0, 0], [0, 0, -1000000], [0, 1000000, 0], [0, 0, -1000000], [0, 0, 1000000], [0, 0, 0]],
    )
    turned = lambda d, tilt: [
        int(1000000 * sine(tilt * DEGREE) * cosine(d * DEGREE)),
        int(1000000 * sine(tilt * DEGREE) * sine(d * DEGREE)),
        -int(1000000 * cosine(tilt * DEGREE)),
    ]
    for tilt in (17, 30, 45, 60, 89):
        add(
            f"hysteresis_tilted_by_{tilt}",
            [turned(Decimal(d), Decimal(tilt)) for d in (0, 30, 39, 41, 45, 49, 51, 60, 49, 45, 41, 39, 0)],
        )
    add("raised_and_lowered", [turned(Decimal(90), Decimal(t)) for t in (5, 14, 16, 45, 90, 45, 16, 14, 0)])
    add("largest", [[2**31 - 1, 0, 0], [0, -(2**31), 0], [-(2**31), 0, 0]])
    for n in range(10):
        forces = []
        while len(forces) < 20:
            force = [rng.randint(-1000000, 1000000) for _ in range(3)]
            across, along = shares(force)
            size = sum(Decimal(c) ** 2 for c in force).sqrt()
            if (
                size > 100000
                and abs(across - level) > Decimal("0.003")
                and all(abs(share - edge) > Decimal("0.004") for share in along.values())
            ):
                forces.append(force)
        add(f"random_{n}", forces)
    return document("orientation", "display found from trusted specific forces, body axes, in this order", cases)


def documents():
    return [accuracy(), assessment(), pointing(), smoothing(), events(), orientation()]
