"""Vectors of Protocols/heading/spec.md, sections 8 and 10: field monitor and zero-point meter."""

import random
from decimal import Decimal

from exact import PI, atan2_degrees, number
from heading_vectors import document
from navigation_vectors import cosine, sine

TURN = 2**32
DEGREE = PI / 180
SECOND = 1000000


class TooNear(Exception):
    """A number so near to a limit that an implementation's permitted error could cross it."""


class Average:
    """Moves by the elapsed share of its time constant."""

    def __init__(self, seconds, value=None):
        self.seconds, self.value = Decimal(seconds), None if value is None else Decimal(value)

    def take(self, sample, elapsed):
        if self.value is None:
            self.value = sample
        else:
            share = min(Decimal(1), Decimal(elapsed) / SECOND / self.seconds)
            self.value += share * (sample - self.value)
        return self.value


class Monitor:
    """Section 8, as it is written."""

    def __init__(self, name, strength, dip=None, residual=0, world=None):
        self.name, self.strength = name, Decimal(strength)
        self.dip = None if dip is None else Decimal(dip) * 2 * PI / TURN
        self.other = None if world is None else Decimal(world)
        left = Decimal(residual) / self.strength
        self.limit = min(max(Decimal("0.07"), 3 * left), Decimal("0.15"))
        start = (left if residual else Decimal("0.01")) ** 2
        self.e, self.i = Average("0.26"), Average("0.26")
        self.recent, self.long = Average("1.4", start), Average("33.6", start)
        self.v_i, self.long_i, self.v_g = Average("1.4", 0), Average("33.6", 0), Average("1.4")
        self.time, self.state, self.quiet, self.loud, self.same = None, "clear", 0, 0, 0
        self.field, self.force, self.field_variance = None, None, Decimal(0)
        self.repeated, self.moved = False, False

    def far_from(self, x, what):
        for edge in (Decimal("0.5"), Decimal(1), Decimal(4)):
            if abs(x / edge - 1) < Decimal("0.03"):
                raise TooNear(f"{self.name}: {what} {x} is too near to {edge}")

    def is_more(self, a, b, what):
        """Whether a > b, not too near to each other for an implementation's permitted error."""
        if b > 0 and abs(a / b - 1) < Decimal("0.06"):
            raise TooNear(f"{self.name}: {what} {a} is too near to {b}")
        return a > b

    def take(self, time, field, force, dip, is_overflowed):
        is_first = self.time is None
        elapsed = 0 if is_first else time - self.time
        self.time = time
        is_hanging = self.watch(field, force, elapsed)
        length = sum(Decimal(c) ** 2 for c in field).sqrt() / 256
        if is_first:
            self.goes_over(self.deviation(length))
        deviation = self.deviation(length)
        self.recent.take(deviation**2, elapsed)
        e = self.e.take(deviation, elapsed)
        falls, trusted = False, False
        if force is not None:
            size = sum(Decimal(c) ** 2 for c in force).sqrt() / SECOND
            h = min(Decimal(1), (size * size - 1) / 2)
            g = h - h * h / 2
            v_g = self.v_g.take(g * g, elapsed)
            restless = max(g * g, v_g)
            trusted, falls = abs(size - 1) <= Decimal("0.05") and v_g <= Decimal("0.0025"), size < Decimal("0.1")
        x = e**2 / self.limit**2
        before, self.field_variance = self.field_variance, max(self.recent.value, self.long.value)
        if self.is_more((deviation - e) ** 2, 4 * self.limit**2 + 16 * before, "a jump"):
            x = max(x, Decimal("1.1"))
        i, apart = None, Decimal(0)
        if self.dip is not None and dip is not None:
            apart = max(Decimal(-1), min(Decimal(1), Decimal(dip) * 2 * PI / TURN - self.dip))
            self.v_i.take(apart**2, elapsed)
            i = self.i.take(apart, elapsed)
            if trusted:
                square = (6 * DEGREE) ** 2 + 9 * restless
                own = i * i / square
                self.far_from(own, "x of the dip")
                if own >= 1 and not self.is_more(i * i, square + 2 * restless.sqrt() - Decimal("0.01"), "the dip"):
                    own = Decimal("0.75")
                x = max(x, own)
        self.far_from(x, "x")
        if force is None:
            tilt_variance = (5 * DEGREE) ** 2
        elif falls:
            tilt_variance = Decimal(1)
        else:
            tilt_variance = restless + max(Decimal(0), max(self.v_i.value, self.long_i.value) - self.field_variance)
        is_far = x >= 4 or is_overflowed or length == 0 or is_hanging
        self.advance(4 if is_far else x, elapsed)
        try:
            offset = number(self.offset(deviation**2, i is not None, apart**2, restless if force else Decimal(0)))
        except TooNear as reason:
            # What a steady field is called changes once, at some sample: a segment must not end there.
            offset = reason
        if self.state == "clear":
            self.long.take(deviation**2, elapsed)
            if i is not None and restless <= Decimal("0.000225"):
                self.long_i.take(i * i, elapsed)
        if abs(e) > Decimal("0.02") and self.goes_over(e):
            self.e = Average("0.26", self.deviation(length))
        return {
            "state": self.state,
            "expectedNanotesla": int(self.strength),
            "strengthDeviation": number(e),
            "dipDeviation": number(i),
            "fieldVariance": number(self.field_variance),
            "tiltVariance": number(min(Decimal(1), tilt_variance)),
            "offsetSquared": offset,
            "isTrusted": trusted,
            "isHanging": is_hanging,
        }

    def offset(self, strength, has_dip, dip, restless):
        """B², the least field beside the Earth's that explains the sample and those before."""
        sum, noise = Decimal(0), self.long.value
        if self.state != "clear" or self.is_more(strength, 8 * noise, "the strength's noise"):
            sum += max(self.field_variance, strength)
        if has_dip:
            noise += self.long_i.value + restless + Decimal("0.000225")
            if self.state != "clear" or self.is_more(dip, 8 * noise, "the dip's noise"):
                sum += max(self.v_i.value, self.long_i.value, dip)
        return sum

    def deviation(self, length):
        return min(Decimal(1), length / self.strength - 1)

    def goes_over(self, deviation):
        """Whether the other of two strengths is nearer, by more than 1 %, and holds from now on."""
        if self.other is None or self.other < 8192:
            return False
        apart = self.other / self.strength - 1
        nearer = abs(deviation) - abs(deviation - apart)
        if abs(nearer - Decimal("0.01")) < Decimal("0.004"):
            raise TooNear(f"{self.name}: {deviation} is too near to the middle of two strengths")
        if nearer < Decimal("0.01"):
            return False
        self.strength, self.other = self.other, self.strength
        return True

    def watch(self, field, force, elapsed):
        if field != self.field:
            self.field, self.same, self.repeated, self.moved = field, 0, False, False
            return False
        if not self.repeated:
            self.force, self.repeated = force, True
        self.same += elapsed
        self.moved = self.moved or force != self.force
        return self.same >= 2 * SECOND and self.moved

    def advance(self, x, elapsed):
        self.quiet = self.quiet + elapsed if x < Decimal("0.5") else 0
        self.loud = self.loud + elapsed if x >= 1 else 0
        if self.state == "clear":
            self.state = "disturbed" if x >= 4 else "suspect" if x >= 1 else "clear"
        elif self.state == "suspect":
            if x >= 4 or self.loud >= 400000:
                self.state = "disturbed"
            elif self.quiet >= SECOND:
                self.state = "clear"
        elif self.state == "disturbed":
            if self.quiet >= 3 * SECOND:
                self.state = "recovering"
        elif x >= 1:
            self.state = "disturbed"
        elif self.quiet >= 5 * SECOND:
            self.state = "clear"


def units(degrees):
    return round(degrees * TURN / 360) % TURN


def monitor():
    cases = []

    def add(name, segments, **rest):
        """Moves what deviates a little at a time, until no sample is too near to a limit."""
        for nudge in range(80):
            try:
                return cases.append(case(name, segments, Decimal(nudge) / 300, **rest))
            except TooNear as reason:
                last = reason
        raise last

    def case(name, segments, nudge, strength=48000, dip=65, residual=0, world=None, level=False):
        """`segments`: (samples, milliseconds between them, and what they change of a level instrument at rest)."""
        known = None if dip is None else units(dip)
        one = Monitor(name, strength, known, residual, world)
        time, number_of, parts, states = 0, 0, [], [[0, "clear"]]
        for count, interval, change in segments:
            at = {"strength": 48000, "dip": 65, "force": 1.0, "turn": 0, "overflow": False, "repeat": False} | change
            if "strength" in change and at["strength"] != strength:
                at["strength"] += round((at["strength"] - strength) * nudge)
            if "dip" in change:
                at["dip"] += (at["dip"] - 65) * float(nudge)
            angle = Decimal(str(at["dip"])) * DEGREE
            h, z = Decimal(str(at["strength"])) * cosine(angle), Decimal(str(at["strength"])) * sine(angle)
            # Turned level: whatever the heading is, it says nothing to the monitor.
            side = Decimal(at["turn"]) * DEGREE
            field = [round(256 * h * cosine(side)), -round(256 * h * sine(side)), round(256 * z)]
            force = None if level else [0, 0, -round(at["force"] * SECOND)]
            found = None
            seen = None if level else units(at["dip"]) - (TURN if at["dip"] < 0 else 0)
            for n in range(count):
                # The least noise that there is: a sensor that repeats itself hangs.
                dithered = [field[0], field[1] + (n % 2 if not at["repeat"] else 0), field[2]]
                found = one.take(time, dithered, force, seen, at["overflow"])
                if found["state"] != states[-1][1]:
                    states.append([number_of, found["state"]])
                number_of += 1
                time += interval * 1000
            if isinstance(found["offsetSquared"], TooNear):
                raise found["offsetSquared"]
            parts.append(
                {
                    "count": count,
                    "interval": interval * 1000,
                    "fieldQ8": field,
                    "specificForceMicroG": force,
                    "dip": seen,
                    "isOverflowed": at["overflow"],
                    "isRepeated": at["repeat"],
                    "after": found,
                }
            )
        return {
            "name": name,
            "strengthNanotesla": strength,
            "dip": known,
            "residualNanotesla": residual,
            "worldNanotesla": world,
            "segments": parts,
            "states": states,
        }

    rest = (40, 50, {})
    add("at_rest", [rest])
    add("expected_after_another_field", [(1, 50, {"strength": 47000}), rest])
    for share in (4, 9, 11, 16, 30, -9, -30):
        add(f"strength_off_by_{share}_percent", [rest, (60, 50, {"strength": 480 * (100 + share)}), (140, 50, {})])
    brief = (40, 20, {})
    add("one_sample", [brief, (1, 20, {"strength": 60000}), (80, 20, {})])
    add("one_sample_within_twice_the_limit", [brief, (1, 20, {"strength": 53000}), (40, 20, {})])
    noise = [(1, 20, {"strength": 48000 + d}) for d in (4000, -4000) * 40]
    add("one_sample_of_much_noise", [brief, *noise, (1, 20, {"strength": 61000}), (40, 20, {})])
    add("short_bump", [rest, (6, 50, {"strength": 52800}), (60, 50, {})])
    for degrees in (4, 8, 20, -8):
        add(f"dip_off_by_{degrees}_degrees", [rest, (60, 50, {"dip": 65 + degrees}), (140, 50, {})])
    add("dip_off_while_accelerated", [rest, (60, 50, {"dip": 73, "force": 1.1}), (60, 50, {})])
    add("dip_off_while_hardly_accelerated", [rest, (100, 50, {"dip": 71, "force": 1.02}), (60, 50, {})])
    add("dip_of_a_long_acceleration", [rest, (100, 50, {"dip": 74, "force": 1.02}), (10, 50, {"dip": 74})])
    add("dip_more_than_the_acceleration", [rest, (60, 50, {"dip": 82, "force": 1.02}), (140, 50, {})])
    add("dip_remembered", [rest, (200, 50, {"dip": 69}), (100, 50, {})])
    add("dip_of_motion_not_remembered", [rest, (200, 50, {"dip": 69, "force": 1.02}), (100, 50, {})])
    add("dip_not_expected", [rest, (60, 50, {"dip": 85}), rest], dip=None)
    add("force_of_1_08_g", [rest, (20, 50, {"force": 1.08}), (80, 50, {})])
    add("free_fall", [rest, (10, 50, {"force": 0.05}), (80, 50, {})])
    add("without_accelerometer", [rest, (60, 50, {"strength": 54000}), (140, 50, {})], level=True)
    add("saturated", [rest, (1, 50, {"overflow": True}), (140, 50, {})])
    add("no_field", [rest, (2, 50, {"strength": 0}), (140, 50, {})])
    still = {"turn": 7, "repeat": True}
    add("hangs_while_moved", [rest, (5, 50, still), (70, 50, still | {"force": 1.01}), (30, 50, {"turn": 9})])
    add(
        "hangs_though_the_force_returns",
        [rest, (5, 50, still), (1, 50, still | {"force": 1.01}), (70, 50, still), (30, 50, {"turn": 9})],
    )
    add("repeats_at_rest", [rest, (200, 50, still)])
    add("large_residual_widens_the_limit", [rest, (60, 50, {"strength": 52800}), rest], residual=2000)
    add("residual_is_limited", [rest, (60, 50, {"strength": 57600}), rest], residual=6000)
    add("between_record_and_world", [rest, (60, 50, {"strength": 49000}), rest], world=51500)
    add("goes_over_to_the_world", [rest, (60, 50, {"strength": 51300}), rest], world=51500)
    add("beyond_record_and_world", [rest, (60, 50, {"strength": 56000}), (140, 50, {})], world=51500)
    there = (200, 50, {"strength": 57000})
    add("travelled_to_a_stronger_field", [there, (60, 50, {"strength": 62000}), there], world=57000)
    add("travelled_to_a_weaker_field", [(40, 50, {"strength": 23000})], world=23000)
    add("travelled_without_knowing", [rest, (60, 50, {"strength": 23000})])
    add("gain_that_no_place_explains", [rest], world=23000)
    add("disturbed_at_first", [(60, 50, {"strength": 50000}), there], world=57000)
    add("between_two_that_are_far_apart", [rest, (60, 50, {"strength": 51500}), rest], world=57000)
    add("world_too_weak_for_a_compass", [(40, 50, {"strength": 9000})], world=8000)
    add("slow_samples", [(10, 1000, {}), (10, 1000, {"strength": 53000}), (20, 1000, {})])
    add("fast_samples", [(50, 25, {}), (60, 25, {"strength": 53000}), (300, 25, {})])
    add("strong_field", [rest, (30, 50, {"strength": 88000}), (140, 50, {})])
    add("more_than_twice_the_field", [rest, (30, 50, {"strength": 120000})])
    add(
        "weak_place",
        [(40, 50, {"strength": 24000}), (60, 50, {"strength": 27000}), (140, 50, {"strength": 24000})],
        strength=24000,
    )
    return document(
        "monitor",
        "segments of equal samples, but that y of every second one is 1 more unless isRepeated; the state "
        "from each sample number on, and what holds after each segment",
        cases,
    )


def meter():
    cases, rng = [], random.Random(20260107)

    def force(tilt):
        a = Decimal(str(tilt)) * DEGREE
        return [round(SECOND * sine(a)), 0, -round(SECOND * cosine(a))]

    def apart(a, b):
        """The angle between two vectors, degrees."""
        along = sum(Decimal(p) * q for p, q in zip(a, b))
        cross = [Decimal(a[i - 2]) * b[i - 1] - Decimal(a[i - 1]) * b[i - 2] for i in range(3)]
        return Decimal(180) if not any(cross) and along <= 0 else atan2_degrees(sum(c * c for c in cross).sqrt(), along)

    def add(name, baseline, readings):
        """`baseline`: fields with specific forces; `readings`: the same with whether they are overflowed."""
        zero = [Decimal(sum(f[i] for f, _ in baseline)) / len(baseline) for i in range(3)]
        has_force = all(a is not None for _, a in baseline)
        mean = [sum(a[i] for _, a in baseline) for i in range(3)] if has_force else None
        strength = sum(c * c for c in zero).sqrt()
        loss = None
        for k, (f, a) in enumerate(baseline):
            moved = sum(Decimal(c - b) ** 2 for c, b in zip(f, baseline[0][0])).sqrt()
            if moved > 3000:
                loss = {"after": k + 1, "reason": 1, "amount": number(moved)}
            elif a is not None and k > 0:
                angle = apart([sum(b[i] for _, b in baseline[:k]) for i in range(3)], a)
                if angle > 2:
                    loss = {"after": k + 1, "reason": 2, "amount": number(100 * angle)}
            if loss is not None:
                break
        rows, is_lost, is_steady = [], loss is not None, True
        for field, a, is_overflowed in readings:
            if mean is not None and a is not None and not is_lost:
                is_lost = apart(mean, a) > 2
            if not is_lost and not is_overflowed:
                change = abs(sum(Decimal(c) ** 2 for c in field).sqrt() - strength)
                moved = sum((f - z) ** 2 for f, z in zip(field, zero)).sqrt()
                is_steady = change * 50 <= strength and (is_steady or moved * 16 < strength)
                is_lost = is_steady and strength > 0 and moved * 2 >= strength
            difference = None if is_lost or is_overflowed else [f - z for f, z in zip(field, zero)]
            rows.append(
                {
                    "field": field,
                    "specificForceMicroG": a,
                    "isOverflowed": is_overflowed,
                    "magnitude": number(sum(Decimal(c) ** 2 for c in field).sqrt()),
                    "isLost": is_lost,
                    "isGuarded": mean is not None and a is not None,
                    "difference": None if difference is None else [number(c) for c in difference],
                    "differenceMagnitude": None
                    if difference is None
                    else number(sum(c * c for c in difference).sqrt()),
                    "normalised": [max(-128000, min(128000, c)) for c in field],
                }
            )
        cases.append(
            {
                "name": name,
                "baseline": [{"field": f, "specificForceMicroG": a} for f, a in baseline],
                "refused": loss,
                "readings": rows,
            }
        )

    here = [20000, -5000, 40000]
    still = [(here, force(0))] * 4
    add("same_field", still, [(here, force(0), False)])
    add("a_magnet_comes", still, [([20300, -5400, 40000], force(0), False), (here, force(0), False)])
    add("mean_of_the_baseline", [([20000 + d, 0, 0], force(0)) for d in (-8, -2, 1, 3)], [([0, 0, 0], force(0), False)])
    add("one_sample", [(here, force(0))], [([1, 2, 3], force(0), False)])
    add("saturated_keeps_the_baseline", still, [([186000] * 3, force(0), True), (here, force(0), False)])
    add("without_accelerometer", [(here, None)] * 3, [([20300, -5000, 40000], None, False)])
    for start in (0, 37, -80, 120):
        for tilt in (1.9, -1.9, 2.1, -2.1, 90, 180):
            add(
                f"turned_from_{start}_by_{tilt}",
                [(here, force(start))] * 3,
                [(here, force(start + tilt), False), (here, force(start), False)],
            )
    add("beyond_128_microtesla", still, [([128000, -128001, 200000], force(0), False)])
    add("largest", [([2**21] * 3, force(0))] * 256, [([-(2**21), -(2**21), 0], force(0), False)])
    for start, force_or_none in (("with", force(0)), ("without", None)):
        turn = [[round(20600 * cosine(k * DEGREE)), round(20600 * sine(k * DEGREE)), 40000] for k in range(0, 360, 30)]
        add(
            f"turned_on_the_level_{start}_accelerometer",
            [(turn[0], force_or_none)] * 3,
            [(f, force_or_none, False) for f in turn],
        )
    away = [[20000 - 4000 * k, -5000, 40000 + 3000 * k] for k in (1, 2, 3, 4, 6, 8)]
    add("a_magnet_from_the_side", still, [(f, force(0), False) for f in away])
    passing = [[20000 - 5000 * k, -5000, 40000] for k in range(9)]
    add("a_magnet_whose_field_turns_the_whole", still, [(f, force(0), False) for f in passing])
    add(
        "a_magnet_comes_and_goes_before_a_turn",
        still,
        [
            ([30000, -5000, 40000], force(0), False),
            (here, force(0), False),
            ([5000, 20000, 40000], force(0), False),
            ([-14000, 15000, 40000], force(0), False),
        ],
    )
    around = [[round(20600 * cosine(k * DEGREE)), round(20600 * sine(k * DEGREE)), 40000] for k in range(0, 360, 4)]
    add("turned_while_it_is_taken", [(f, force(0)) for f in around[:32]], [(around[40], force(0), False)])
    add("turned_while_it_is_taken_without_accelerometer", [(f, None) for f in around], [(around[0], None, False)])
    add("a_magnet_comes_while_it_is_taken", still + [([23000, -5100, 40000], force(0))], [(here, force(0), False)])
    add("three_microtesla_are_no_movement", still + [([23000, -5000, 40000], force(0))], [(here, force(0), False)])
    for tilt in (1.9, -2.1, 5, 179):
        add(
            f"tilted_by_{tilt}_while_it_is_taken",
            still + [(here, force(tilt))] + still,
            [(here, force(0), False), (here, force(tilt), False)],
        )
    for n in range(20):
        field = [rng.randint(-60000, 60000) for _ in range(3)]
        baseline = [
            ([c + rng.randint(-300, 300) for c in field], force(rng.uniform(-0.3, 0.3)))
            for _ in range(rng.randint(1, 60))
        ]
        add(
            f"random_{n}",
            baseline,
            [([c + rng.randint(-30000, 30000) for c in field], force(0), False) for _ in range(3)],
        )
    return document("meter", "baselines and later readings less their mean; nanotesla and micro-g", cases)


def documents():
    return [monitor(), meter()]
