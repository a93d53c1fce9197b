"""Vectors of Protocols/calibration/spec.md."""

import math
import random
import struct
import zlib
from fractions import Fraction

from exact import round_half_up, saturate32

ONE = 2**24
IDENTITY = [ONE, 0, 0, 0, ONE, 0, 0, 0, ONE]


def correct(m, h, s):
    d = [256 * max(-(2**21), min(2**21, m[i])) - h[i] for i in range(3)]
    return [saturate32(round_half_up(Fraction(sum(s[3 * i + j] * d[j] for j in range(3)), ONE))) for i in range(3)]


def wrong_order(m, h, s):
    """S*m - h: what nobody may compute."""
    return [
        saturate32(round_half_up(Fraction(sum(s[3 * i + j] * 256 * m[j] for j in range(3)), ONE)) - h[i])
        for i in range(3)
    ]


def determinant(t):
    return t[0] * (t[4] * t[8] - t[5] * t[7]) - t[1] * (t[3] * t[8] - t[5] * t[6]) + t[2] * (t[3] * t[7] - t[4] * t[6])


def is_singular(s):
    t = [round_half_up(Fraction(x, 2**9)) for x in s]
    digits = sum(max(abs(x) for x in t[i : i + 3]).bit_length() for i in (0, 3, 6))
    det = determinant(t)
    return det <= 0 or det.bit_length() < digits - 10


def diagonal(x, y, z):
    return [x, 0, 0, 0, y, 0, 0, 0, z]


def correction():
    cases = []

    def add(name, m, h, s, **more):
        cases.append(
            {"name": name, "nanotesla": m, "hardIronQ8": h, "softIronQ24": s, "correctedQ8": correct(m, h, s)} | more
        )

    add("identity", [20000, -1, 42890], [0, 0, 0], IDENTITY)
    m, h, s = [81000, 60000, 102000], [60000 * 256] * 3, diagonal(ONE // 2, ONE, 2 * ONE)
    assert correct(m, h, s) == [2688000, 0, 21504000] and wrong_order(m, h, s) == [-19500 * 256, 0, 144000 * 256]
    add("order_swap", m, h, s, wrongOrder=wrong_order(m, h, s))
    m, s = [40000, 80000, 100000], [ONE + 5000, 300000, -200000, 300000, ONE - 70000, 100000, -200000, 100000, ONE]
    add("order_swap_symmetric", m, h, s, wrongOrder=wrong_order(m, h, s))
    add("asymmetric_rows", [1000, 2000, 3000], [0, 0, 0], [0, ONE, 0, 0, 0, ONE, ONE, 0, 0])
    top, most = 2**21, 2**29
    add("saturates_above", [top] * 3, [-(2**30)] * 3, [most] * 9)
    add("saturates_below", [-top] * 3, [2**30] * 3, [most] * 9)
    add("field_beyond_its_range", [top + 1, -15984390, 2**31 - 1], [0, 256, -256], IDENTITY)
    add(
        "largest_exact_sum_mixed_signs",
        [top, -top, top],
        [-(2**30), 2**30, -(2**30)],
        [most, -most, most, -most, most, -most, most, most, most],
    )
    for sign in (1, -1):
        # 2^31 - 1 is the last value that fits: m = 0, d = -h, S so that the sum ends just there.
        word = "above" if sign > 0 else "below"
        add(
            f"just_fits_{word}",
            [0] * 3,
            [-sign * 2**30, -sign * (2**30 - 1), -sign * 2**29],
            [2 * ONE - 1, 0, 0, 0, 2 * ONE, 0, 0, 0, 4 * ONE - 1],
        )
        add(f"just_saturates_{word}", [0] * 3, [-sign * 2**30] * 3, [2 * ONE, 0, 0, 2 * ONE, 1, 0, 2 * ONE, -1, 0])
        # d = +-1, S odd multiples of one half and its neighbours: rounding half up for both signs.
        for step, name in ((-1, "below"), (0, "at"), (1, "above")):
            add(
                f"half_{name}_sign_{word}",
                [0] * 3,
                [-sign, -sign, -sign],
                diagonal(ONE // 2 + step, 3 * ONE // 2 + step, 5 * ONE // 2 + step),
            )
    add(
        "one_rounding_not_three",
        [0] * 3,
        [-1, -1, -1],
        [ONE // 4, ONE // 4, ONE // 4, ONE // 3, ONE // 3, ONE // 3 + 1, -ONE // 4, -ONE // 4, 0],
    )
    rng = random.Random(80)
    for i in range(60):
        m = [rng.randint(-200000, 200000) for _ in range(3)]
        h = [rng.randint(-100000 * 256, 100000 * 256) for _ in range(3)]
        s = [ONE * (j % 4 == 0) + rng.randint(-ONE // 4, ONE // 4) for j in range(9)]
        add(f"random_{i}", m, h, s)
    for i in range(20):
        m = [rng.randint(-top, top) for _ in range(3)]
        add(
            f"random_wide_{i}",
            m,
            [rng.randint(-(2**30), 2**30) for _ in range(3)],
            [rng.randint(-most, most) for _ in range(9)],
        )
    return document("correction", "c = S(m - h), exact; wrongOrder is S*m - h and must not come out", cases)


FIELDS = dict(
    magic=0x4342,
    version=1,
    length=216,
    sensorChip=0,
    modelOrder=0,
    grade=0,
    flags=0,
    serial=0,
    date=0,
    temperature=0,
    samples=0,
    hardIronQ8=[0, 0, 0],
    softIronQ24=IDENTITY,
    fieldStrength=0,
    headingError=65535,
    typicalError=65535,
    dip=0,
    residual=65535,
    tiltSeen=255,
    accelerometerOrder=0,
    coverage=[0, 0, 0],
    exponent=0,
    reserved1=0,
    reserved2=0,
    covariance=[0] * 12,
    offset=[0, 0, 0],
    matrix=IDENTITY,
    rotation=[0, 0, 0],
    reserved3=0,
)


def pack(**changes):
    f = FIELDS | changes
    body = struct.pack(
        "<HBBBBBBIihH3i9iIHHiHBB3IbBH12i3i9i3iI",
        f["magic"],
        f["version"],
        f["length"],
        f["sensorChip"],
        f["modelOrder"],
        f["grade"],
        f["flags"],
        f["serial"],
        f["date"],
        f["temperature"],
        f["samples"],
        *f["hardIronQ8"],
        *f["softIronQ24"],
        f["fieldStrength"],
        f["headingError"],
        f["typicalError"],
        f["dip"],
        f["residual"],
        f["tiltSeen"],
        f["accelerometerOrder"],
        *f["coverage"],
        f["exponent"],
        f["reserved1"],
        f["reserved2"],
        *f["covariance"],
        *f["offset"],
        *f["matrix"],
        *f["rotation"],
        f["reserved3"],
    )
    return body + struct.pack("<I", zlib.crc32(body))


def decode(data):
    """The fields of a good record, by their names in the vectors: unknown ones are None."""
    chip, order, grade, flags, serial, date, temperature, samples = struct.unpack_from("<BBBBIihH", data, 4)
    numbers = struct.unpack_from("<12iIHH", data, 20)
    out = {
        "sensorChip": chip,
        "modelOrder": order,
        "grade": grade,
        "serial": serial,
        "date": date if flags & 1 else None,
        "temperatureEighths": temperature if flags & 2 else None,
        "sampleCount": samples,
        "hardIronQ8": list(numbers[:3]),
        "softIronQ24": list(numbers[3:12]),
        "fieldStrengthNanotesla": numbers[12],
        "headingErrorHundredths": None if numbers[13] == 65535 else numbers[13],
        "typicalErrorHundredths": None,
        "dip": None,
        "residualNanotesla": None,
        "tiltSeenDegrees": None,
        "coverage": [0, 0, 0],
        "covarianceExponent": None,
        "covariance": None,
        "accelerometerOrder": 0,
        "offsetMicroG": None,
        "matrixQ24": None,
        "rotation": None,
    }
    dip, residual, tilt, accelerometer, exponent = struct.unpack_from("<iHBB12xb", data, 76)
    rest = struct.unpack_from("<12i3i9i3i", data, 100)
    out["typicalErrorHundredths"] = None if numbers[14] == 65535 else numbers[14]
    out["dip"] = dip if flags & 4 else None
    out["residualNanotesla"] = None if residual == 65535 else residual
    out["tiltSeenDegrees"] = None if tilt == 255 else tilt
    out["coverage"] = list(struct.unpack_from("<3I", data, 84))
    if flags & 8:
        out["covarianceExponent"], out["covariance"] = exponent, list(rest[:12])
    if accelerometer:
        out |= {
            "accelerometerOrder": accelerometer,
            "offsetMicroG": list(rest[12:15]),
            "matrixQ24": list(rest[15:24]),
            "rotation": list(rest[24:]),
        }
    return out


def record():
    assert zlib.crc32(b"123456789") == 0xCBF43926
    assert len(pack()) == 216
    cases = []

    def good(name, canonical=True, extra=b"", **changes):
        f = FIELDS | changes
        assert not is_singular(f["softIronQ24"]) and not is_singular(f["matrix"]), name
        data = pack(**changes) + extra
        # canonical: whether a writer given these values makes these very bytes.
        cases.append({"name": name, "bytes": data.hex()} | decode(data) | {"canonical": canonical})

    def bad(name, reason, data):
        cases.append({"name": name, "bytes": bytes(data).hex(), "reject": reason})

    s = [ONE + 5000, 300000, -200000, 300000, ONE - 70000, 100000, -200000, 100000, ONE]
    full = dict(
        sensorChip=1,
        modelOrder=4,
        grade=3,
        flags=15,
        serial=0xDEADBEEF,
        date=9821,
        temperature=-44,
        samples=812,
        hardIronQ8=[15360000, -15359999, 1],
        softIronQ24=s,
        fieldStrength=47322,
        headingError=87,
        typicalError=41,
        dip=777_000_000,
        residual=312,
        tiltSeen=62,
        accelerometerOrder=2,
        coverage=[0x89ABCDEF, 1, 2**31],
        exponent=-30,
        covariance=[(-1) ** i * 3 ** (i + 7) for i in range(12)],
        offset=[-21500, 17000, 41],
        matrix=[ONE + 99, -5, 2000, 5, ONE - 99, 0, -2000, 0, ONE + 1],
        rotation=[0, 81_000, -12],
    )
    most = 2**29

    good("identity")
    good("everything_known", **full)
    good("date_before_2000", modelOrder=2, flags=1, date=-1, hardIronQ8=[256, 512, -768])
    good(
        "limits",
        modelOrder=4,
        grade=1,
        hardIronQ8=[2**30, -(2**30), 2**30],
        softIronQ24=[most, -most, 0, most, most, 0, 0, 0, most],
        fieldStrength=2**32 - 1,
        headingError=65534,
    )
    good("date_without_flag_is_unknown", canonical=False, date=9821, temperature=160)
    good("bytes_after_the_record", canonical=False, extra=b"\x00\xff")
    # Small but square: the rule does not depend on the scale.
    good("small_scale", modelOrder=2, softIronQ24=diagonal(ONE // 4096, ONE // 4096, ONE // 4096))
    # T = [[32768, 0, 0], [0, 32768, 0], [0, 32767, k]]: 16 + 16 + 15 digits in the rows: det = 2^30 k needs 37.
    good("flattest", modelOrder=4, softIronQ24=[ONE, 0, 0, 0, ONE, 0, 0, 32767 * 512, 64 * 512])
    good("flattest_by_rounding", modelOrder=4, softIronQ24=[ONE, 0, 0, 0, ONE, 0, 0, 32767 * 512, 64 * 512 - 256])

    length = len(pack())
    bad("one_byte_short", "tooShort", pack()[:-1])
    bad("length_byte", "length", pack(length=length - 1))
    bad("magic_swapped", "magic", pack(magic=0x4243))
    for at in (4, 20, 67, length - 5, length - 4, length - 1):
        data = bytearray(pack(**full))
        data[at] ^= 0x01
        bad(f"bit_flipped_in_byte_{at}", "checksum", data)
    bad("sensor_2", "sensor", pack(sensorChip=2))
    bad("sensor_255", "sensor", pack(sensorChip=255))
    bad("order_5", "modelOrder", pack(modelOrder=5))
    bad("flag_bit_4", "reserved", pack(flags=16))
    bad("flag_bit_7", "reserved", pack(flags=0x83))
    bad("grade_4", "grade", pack(grade=4))
    bad("hard_iron_above", "hardIronRange", pack(modelOrder=4, hardIronQ8=[0, 2**30 + 1, 0]))
    bad("hard_iron_below", "hardIronRange", pack(modelOrder=4, hardIronQ8=[0, 0, -(2**31)]))
    for i in (0, 5, 8):
        t = list(IDENTITY)
        t[i] = most + 1
        bad(f"soft_iron_above_{i}", "softIronRange", pack(modelOrder=4, softIronQ24=t))
    bad("soft_iron_below", "softIronRange", pack(modelOrder=4, softIronQ24=diagonal(ONE, -(2**31), ONE)))
    for name, t in (
        ("zero_matrix", [0] * 9),
        ("two_equal_rows", [ONE, 5, 7, ONE, 5, 7, 0, 0, ONE]),
        ("mirror", diagonal(ONE, ONE, -ONE)),
        ("just_too_flat", [ONE, 0, 0, 0, ONE, 0, 0, 32767 * 512, 64 * 512 - 257]),
        ("largest_and_flat", [most, most, most, most, most, most - 2**17, most, most - 2**17, most]),
        ("largest_negative_determinant", [most, most, most, most, -most, most, -most, most, most][::-1]),
    ):
        assert is_singular(t), name
        bad(name, "singular", pack(modelOrder=4, softIronQ24=t))

    bad("no_bytes", "tooShort", b"")
    bad("all_ones_as_erased_flash", "magic", b"\xff" * 216)
    bad("all_zeros", "magic", bytes(216))
    bad("version_0", "version", pack(version=0))
    bad("version_2", "version", pack(version=2))
    bad("version_2_with_other_length", "version", pack(version=2, length=232))
    bad("cut_to_80_bytes", "tooShort", pack()[:80])
    good(
        "extremes",
        modelOrder=1,
        flags=15,
        date=-(2**31),
        temperature=-(2**15),
        samples=65535,
        headingError=0,
        typicalError=0,
        dip=-(2**30),
        residual=0,
        tiltSeen=0,
        accelerometerOrder=4,
        coverage=[2**32 - 1] * 3,
        exponent=-128,
        covariance=[-(2**31), 2**31 - 1] * 6,
        offset=[2**24, -(2**24), 0],
        matrix=[most, -most, 0, most, most, 0, 0, 0, most],
        rotation=[-(2**31), 2**31 - 1, 0],
    )
    good("without_flags_nothing_counts", canonical=False, date=5, temperature=5, dip=5, exponent=5, covariance=[5] * 12)
    good("without_order_no_accelerometer", canonical=False, offset=[2**24 + 1, 0, 0], rotation=[1, 2, 3])
    bad("reserved_at_97", "reserved", pack(reserved1=1))
    bad("reserved_at_98", "reserved", pack(reserved2=0x0100))
    bad("reserved_at_208", "reserved", pack(reserved3=2**31))
    bad("tilt_91", "reserved", pack(tiltSeen=91))
    bad("tilt_254", "reserved", pack(tiltSeen=254))
    bad("accelerometer_order_5", "accelerometerOrder", pack(accelerometerOrder=5))
    bad("accelerometer_offset_above", "accelerometerRange", pack(accelerometerOrder=2, offset=[0, 0, 2**24 + 1]))
    bad("accelerometer_offset_below", "accelerometerRange", pack(accelerometerOrder=2, offset=[0, -(2**31), 0]))
    bad(
        "accelerometer_matrix_above",
        "accelerometerRange",
        pack(accelerometerOrder=3, matrix=diagonal(ONE, ONE, most + 1)),
    )
    bad("accelerometer_mirror", "accelerometerSingular", pack(accelerometerOrder=3, matrix=diagonal(ONE, -ONE, ONE)))
    bad(
        "first_reason_wins",
        "hardIronRange",
        pack(accelerometerOrder=3, matrix=[0] * 9, hardIronQ8=[2**31 - 1, 0, 0], softIronQ24=[0] * 9),
    )
    return document("record", "the bytes of records: decoded fields, or the reason for rejecting", cases)


def part(tag, content, version=1):
    """A part of a record: a word with tag, version and length, and the content in whole words."""
    return struct.pack("<BBH", tag, version, len(content)) + content + b"\xff" * (-len(content) % 4)


def slot_words(parts, sequence, left_out=0, **changes):
    """The slot of a record, from its first byte to the last word of its parts."""
    words = len(parts) // 4
    f = dict(magic=0x32535242, length=words | (~words & 0xFFFF) << 16, reserved=b"\xff" * 12) | changes
    crc = zlib.crc32(struct.pack("<III", sequence, f["length"], left_out) + parts)
    return struct.pack("<IIIII", f["magic"], sequence, f["length"], crc, left_out) + f["reserved"] + parts


def slot():
    cases = []

    def good(name, parts, sequence, calibration=b"", questions=b"", left_out=0, canonical=True, **changes):
        """`canonical`: what a writer of version 1 makes of these parts."""
        cases.append(
            {
                "name": name,
                "bytes": slot_words(parts, sequence, left_out, **changes).hex(),
                "state": "valid",
                "sequence": sequence,
                "leftOut": left_out,
                "calibration": calibration.hex(),
                "questions": questions.hex(),
                "canonical": canonical,
            }
        )

    def bad(name, state, data):
        cases.append({"name": name, "bytes": bytes(data).hex(), "state": state})

    full = pack(modelOrder=4, grade=3, hardIronQ8=[1, -2, 3])
    alone, mark = part(1, full), part(2, b"\x01")
    later, newer = part(7, bytes(range(21)), version=3), part(2, bytes(range(8)), version=2)
    good("calibration", alone, 1, full)
    good("another_sequence", part(1, pack()), 7, pack())
    good("both_parts", alone + mark, 2**32 - 1, full, b"\x01")
    good("questions_alone", mark, 2**31, b"", b"\x01")
    good("no_part", b"", 0)
    good("questions_left_out", alone, 3, full, left_out=2, canonical=False)
    good("unknown_tag_behind", alone + mark + later, 4, full, b"\x01", canonical=False)
    good("unknown_version", alone + newer, 6, full, canonical=False)
    good("calibration_of_another_version", part(1, full, version=2) + mark, 6, b"", b"\x01", canonical=False)
    good("empty_part", part(1, b"") + mark, 8, b"", b"\x01", canonical=False)
    good("part_beyond_the_end", mark + struct.pack("<BBH", 3, 1, 5) + bytes(4), 9, b"", b"\x01", canonical=False)
    good("reserved_is_not_read", alone, 1, full, canonical=False, reserved=bytes(range(12)))
    bad("erased", "blank", b"\xff" * 256)
    bad("never_written_zeros", "blank", bytes(256))
    bad("blank_header_before_rubbish", "blank", b"\xff" * 16 + bytes(range(64)))
    bad("without_the_last_word_written", "damaged", b"\xff" * 4 + slot_words(alone, 1)[4:])
    bad("magic_swapped", "damaged", slot_words(alone, 1, magic=0x42525332))
    bad("another_magic", "damaged", slot_words(alone, 1, magic=0x31535242))
    bad("length_not_inverted", "damaged", slot_words(alone, 1, length=55 | 55 << 16))
    bad("length_121", "damaged", slot_words(part(1, full) + part(3, bytes(260)), 1))
    bad("length_65535", "damaged", slot_words(alone, 1, length=65535))
    bad("left_out_256", "damaged", slot_words(alone, 1, left_out=256))
    for at in (4, 8, 12, 16, 32, 36, 100, 251):
        data = bytearray(slot_words(alone, 1))
        data[at] ^= 0x80
        bad(f"bit_flipped_in_byte_{at}", "damaged", data)
    last = bytearray(slot_words(mark, 3))
    last[-1] ^= 1
    bad("bit_flipped_behind_a_part_in_its_last_word", "damaged", last)
    return document("slot", "a slot of a device's memory: valid with its parts, blank or damaged", cases)


def turned(axis, degrees):
    """The matrix of a rotation about an axis, by its rows (Rodrigues)."""
    length = math.sqrt(sum(part * part for part in axis))
    u = [part / length for part in axis]
    s, c = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    across = [[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]]
    return [[(i == j) * c + across[i][j] * s + u[i] * u[j] * (1 - c) for j in range(3)] for i in range(3)]


def poses(count, most_tilt):
    """Directions of down in body axes, evenly over a cap around +z, and an azimuth of the field for each."""
    for number in range(count):
        z = 1 - (1 - math.cos(math.radians(most_tilt))) * (number + 0.5) / count
        around = 2.399963 * number
        flat = math.sqrt(1 - z * z)
        yield [flat * math.cos(around), flat * math.sin(around), z], 1.9 * number * number


def rotation():
    """Pairs without errors but for rounding: the rotation is the one that made them."""
    cases = []
    for name, axis, degrees, dip, tilt in [
        ("none", (0, 0, 1), 0, 63, 180),
        ("of_5_degrees", (1, -2, 2), 5, 63, 180),
        ("of_30_degrees_about_the_vertical", (0, 0, 1), 30, 65, 180),
        ("of_45_degrees_field_up", (3, 1, -1), 45, -35, 180),
        ("of_90_degrees", (0, 1, 0), 90, 65, 180),
        ("of_120_degrees_about_a_diagonal", (1, 1, 1), 120, 20, 180),
        ("of_180_degrees", (1, 0, 0), 180, -65, 180),
        ("of_179_degrees_about_an_edge", (1, 1, 0), 179, 72, 180),
        ("seen_with_tilts_up_to_40_degrees", (-2, 1, 5), 75, 60, 40),
    ]:
        r = turned(axis, degrees)
        pairs = []
        for down, azimuth in poses(40, tilt):
            # Two directions across it.
            helper = [1, 0, 0] if abs(down[0]) < 0.8 else [0, 1, 0]
            along = sum(a * b for a, b in zip(down, helper))
            first = [a - along * b for a, b in zip(helper, down)]
            size = math.sqrt(sum(part * part for part in first))
            first = [part / size for part in first]
            second = [
                down[1] * first[2] - down[2] * first[1],
                down[2] * first[0] - down[0] * first[2],
                down[0] * first[1] - down[1] * first[0],
            ]
            s, c = math.sin(math.radians(dip)), math.cos(math.radians(dip))
            field = [
                s * d + c * (math.cos(azimuth) * f + math.sin(azimuth) * g) for d, f, g in zip(down, first, second)
            ]
            # What the magnetometer reads: turned back.
            seen = [sum(r[k][i] * field[k] for k in range(3)) for i in range(3)]
            pairs.append([round(48_000 * part) for part in seen] + [round(1_000_000 * part) for part in down])
        cases.append(
            {
                "name": f"rotation_{name}",
                "pairs": pairs,
                "rotation": [round(part, 9) for row in r for part in row],
                "dipDegrees": dip,
            }
        )
    return document("rotation", "field and down of poses at rest, and the rotation R between the two sensors", cases)


def document(name, what, cases):
    return {
        "file": f"calibration/vectors/{name}.json",
        "protocol": "calibration",
        "version": 1,
        "what": what,
        "cases": cases,
    }


def documents():
    return [correction(), record(), slot(), rotation()]
