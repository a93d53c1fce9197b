"""Vectors of Protocols/calibration/spec.md."""
import random
import struct
import zlib
from fractions import Fraction

from exact import round_half_up, saturate32

ONE = 2**24
IDENTITY = [ONE, 0, 0, 0, ONE, 0, 0, 0, ONE]


def correct(m, h, s):
    d = [256 * max(-2**21, min(2**21, m[i])) - h[i] for i in range(3)]
    return [saturate32(round_half_up(Fraction(sum(s[3 * i + j] * d[j] for j in range(3)), ONE))) for i in range(3)]


def wrong_order(m, h, s):
    """S*m - h: what nobody may compute."""
    return [saturate32(round_half_up(Fraction(sum(s[3 * i + j] * 256 * m[j] for j in range(3)), ONE)) - h[i])
            for i in range(3)]


def determinant(t):
    return (t[0] * (t[4] * t[8] - t[5] * t[7])
            - t[1] * (t[3] * t[8] - t[5] * t[6])
            + t[2] * (t[3] * t[7] - t[4] * t[6]))


def is_singular(s):
    t = [round_half_up(Fraction(x, 2**9)) for x in s]
    digits = sum(max(abs(x) for x in t[i:i + 3]).bit_length() for i in (0, 3, 6))
    det = determinant(t)
    return det <= 0 or det.bit_length() < digits - 10


def diagonal(x, y, z):
    return [x, 0, 0, 0, y, 0, 0, 0, z]


def correction():
    cases = []

    def add(name, m, h, s, **more):
        cases.append({"name": name, "nanotesla": m, "hardIronQ8": h, "softIronQ24": s,
                      "correctedQ8": correct(m, h, s)} | more)

    add("identity", [20000, -1, 42890], [0, 0, 0], IDENTITY)
    m, h, s = [81000, 60000, 102000], [60000 * 256] * 3, diagonal(ONE // 2, ONE, 2 * ONE)
    assert correct(m, h, s) == [2688000, 0, 21504000] and wrong_order(m, h, s) == [-19500 * 256, 0, 144000 * 256]
    add("order_swap", m, h, s, wrongOrder=wrong_order(m, h, s))
    m, s = [40000, 80000, 100000], [ONE + 5000, 300000, -200000, 300000, ONE - 70000, 100000, -200000, 100000, ONE]
    add("order_swap_symmetric", m, h, s, wrongOrder=wrong_order(m, h, s))
    add("asymmetric_rows", [1000, 2000, 3000], [0, 0, 0], [0, ONE, 0, 0, 0, ONE, ONE, 0, 0])
    top, most = 2**21, 2**29
    add("saturates_above", [top] * 3, [-2**30] * 3, [most] * 9)
    add("saturates_below", [-top] * 3, [2**30] * 3, [most] * 9)
    add("field_beyond_its_range", [top + 1, -15984390, 2**31 - 1], [0, 256, -256], IDENTITY)
    add("largest_exact_sum_mixed_signs", [top, -top, top], [-2**30, 2**30, -2**30],
        [most, -most, most, -most, most, -most, most, most, most])
    for sign in (1, -1):
        # 2^31 - 1 is the last value that fits: m = 0, d = -h, S so that the sum ends just there.
        word = "above" if sign > 0 else "below"
        add(f"just_fits_{word}", [0] * 3, [-sign * 2**30, -sign * (2**30 - 1), -sign * 2**29],
            [2 * ONE - 1, 0, 0, 0, 2 * ONE, 0, 0, 0, 4 * ONE - 1])
        add(f"just_saturates_{word}", [0] * 3, [-sign * 2**30] * 3, [2 * ONE, 0, 0, 2 * ONE, 1, 0, 2 * ONE, -1, 0])
        # d = +-1, S odd multiples of one half and its neighbours: rounding half up for both signs.
        for step, name in ((-1, "below"), (0, "at"), (1, "above")):
            add(f"half_{name}_sign_{word}", [0] * 3, [-sign, -sign, -sign],
                diagonal(ONE // 2 + step, 3 * ONE // 2 + step, 5 * ONE // 2 + step))
    add("one_rounding_not_three", [0] * 3, [-1, -1, -1],
        [ONE // 4, ONE // 4, ONE // 4, ONE // 3, ONE // 3, ONE // 3 + 1, -ONE // 4, -ONE // 4, 0])
    rng = random.Random(80)
    for i in range(60):
        m = [rng.randint(-200000, 200000) for _ in range(3)]
        h = [rng.randint(-100000 * 256, 100000 * 256) for _ in range(3)]
        s = [ONE * (j % 4 == 0) + rng.randint(-ONE // 4, ONE // 4) for j in range(9)]
        add(f"random_{i}", m, h, s)
    for i in range(20):
        m = [rng.randint(-top, top) for _ in range(3)]
        add(f"random_wide_{i}", m, [rng.randint(-2**30, 2**30) for _ in range(3)],
            [rng.randint(-most, most) for _ in range(9)])
    return document("correction", "c = S(m - h), exact; wrongOrder is S*m - h and must not come out", cases)


FIELDS = dict(magic=0x4342, version=1, length=80, sensorChip=0, modelOrder=0, grade=0, flags=0, serial=0, date=0,
              temperature=0, reserved1=0, hardIronQ8=[0, 0, 0], softIronQ24=IDENTITY, fieldStrength=0,
              headingError=65535, reserved2=0)


def pack(**changes):
    f = FIELDS | changes
    body = struct.pack("<HBBBBBBIihH3i9iIHH", f["magic"], f["version"], f["length"], f["sensorChip"], f["modelOrder"],
                       f["grade"], f["flags"], f["serial"], f["date"], f["temperature"], f["reserved1"],
                       *f["hardIronQ8"], *f["softIronQ24"], f["fieldStrength"], f["headingError"], f["reserved2"])
    return body + struct.pack("<I", zlib.crc32(body))


def record():
    assert zlib.crc32(b"123456789") == 0xCBF43926
    cases = []

    def good(name, canonical=True, extra=b"", **changes):
        f = FIELDS | changes
        data = pack(**changes) + extra
        assert not is_singular(f["softIronQ24"]), name
        cases.append({
            "name": name, "bytes": data.hex(), "sensorChip": f["sensorChip"], "modelOrder": f["modelOrder"],
            "grade": f["grade"], "serial": f["serial"], "date": f["date"] if f["flags"] & 1 else None,
            "temperatureEighths": f["temperature"] if f["flags"] & 2 else None, "hardIronQ8": f["hardIronQ8"],
            "softIronQ24": f["softIronQ24"], "fieldStrengthNanotesla": f["fieldStrength"],
            "headingErrorHundredths": None if f["headingError"] == 65535 else f["headingError"],
            # Whether a writer given these values makes these very bytes.
            "canonical": canonical})

    def bad(name, reason, data):
        cases.append({"name": name, "bytes": bytes(data).hex(), "reject": reason})

    s = [ONE + 5000, 300000, -200000, 300000, ONE - 70000, 100000, -200000, 100000, ONE]
    full = dict(sensorChip=1, modelOrder=4, grade=3, flags=3, serial=0xDEADBEEF, date=9821, temperature=-44,
                hardIronQ8=[15360000, -15359999, 1], softIronQ24=s, fieldStrength=47322, headingError=87)
    most = 2**29
    good("identity")
    good("everything_known", **full)
    good("date_before_2000", modelOrder=2, flags=1, date=-1, hardIronQ8=[256, 512, -768])
    good("limits", modelOrder=4, grade=1, hardIronQ8=[2**30, -2**30, 2**30],
         softIronQ24=[most, -most, 0, most, most, 0, 0, 0, most], fieldStrength=2**32 - 1, headingError=65534)
    good("date_without_flag_is_unknown", canonical=False, date=9821, temperature=160)
    good("bytes_after_the_record", canonical=False, extra=b"\x00\xff")
    # Small but square: the rule does not depend on the scale.
    good("small_scale", modelOrder=2, softIronQ24=diagonal(ONE // 4096, ONE // 4096, ONE // 4096))
    # T = [[32768, 0, 0], [0, 32768, 0], [0, 32767, k]]: 16 + 16 + 15 digits in the rows, so det = 2^30 k needs 37.
    good("flattest", modelOrder=4, softIronQ24=[ONE, 0, 0, 0, ONE, 0, 0, 32767 * 512, 64 * 512])
    good("flattest_by_rounding", modelOrder=4, softIronQ24=[ONE, 0, 0, 0, ONE, 0, 0, 32767 * 512, 64 * 512 - 256])

    bad("one_byte_short", "tooShort", pack()[:79])
    bad("no_bytes", "tooShort", b"")
    bad("length_byte", "length", pack(length=79))
    bad("magic_swapped", "magic", pack(magic=0x4243))
    bad("all_ones_as_erased_flash", "magic", b"\xff" * 80)
    bad("all_zeros", "magic", bytes(80))
    bad("version_0", "version", pack(version=0))
    bad("version_2", "version", pack(version=2))
    bad("version_2_with_other_length", "version", pack(version=2, length=96))
    for at in (4, 20, 67, 75, 76, 79):
        data = bytearray(pack(**full))
        data[at] ^= 0x01
        bad(f"bit_flipped_in_byte_{at}", "checksum", data)
    bad("sensor_2", "sensor", pack(sensorChip=2))
    bad("sensor_255", "sensor", pack(sensorChip=255))
    bad("order_5", "modelOrder", pack(modelOrder=5))
    bad("flag_bit_2", "reserved", pack(flags=4))
    bad("flag_bit_7", "reserved", pack(flags=0x83))
    bad("reserved_at_18", "reserved", pack(reserved1=0x0100))
    bad("reserved_at_74", "reserved", pack(reserved2=1))
    bad("grade_4", "grade", pack(grade=4))
    bad("hard_iron_above", "hardIronRange", pack(modelOrder=4, hardIronQ8=[0, 2**30 + 1, 0]))
    bad("hard_iron_below", "hardIronRange", pack(modelOrder=4, hardIronQ8=[0, 0, -2**31]))
    for i in (0, 5, 8):
        t = list(IDENTITY)
        t[i] = most + 1
        bad(f"soft_iron_above_{i}", "softIronRange", pack(modelOrder=4, softIronQ24=t))
    bad("soft_iron_below", "softIronRange", pack(modelOrder=4, softIronQ24=diagonal(ONE, -2**31, ONE)))

    def singular(name, t):
        assert is_singular(t), name
        bad(name, "singular", pack(modelOrder=4, softIronQ24=t))

    singular("zero_matrix", [0] * 9)
    singular("two_equal_rows", [ONE, 5, 7, ONE, 5, 7, 0, 0, ONE])
    singular("mirror", diagonal(ONE, ONE, -ONE))
    singular("just_too_flat", [ONE, 0, 0, 0, ONE, 0, 0, 32767 * 512, 64 * 512 - 257])
    singular("largest_and_flat", [most, most, most, most, most, most - 2**17, most, most - 2**17, most])
    singular("largest_negative_determinant", [most, most, most, most, -most, most, -most, most, most][::-1])
    return document("record", "the 80 bytes: decoded fields, or the reason for rejecting", cases)


def document(name, what, cases):
    return {"file": f"calibration/vectors/{name}.json", "protocol": "calibration", "version": 1, "what": what,
            "cases": cases}


def documents():
    return [correction(), record()]
