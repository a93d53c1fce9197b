"""Writes Tests/Data/nmea/cupertino_drive.nmea: a drive towards Cupertino, past it, and back.

    python3 Protocols/tools/make_drive.py            writes the file
    python3 Protocols/tools/make_drive.py --check    exit 1 when the file on disk differs

Positions come from the great circle in Double; HDT says where the nose points, which is not always the way: that is
what the arrow is for. Nothing of the project's code is used.
"""

import math
import pathlib
import sys

FILE = pathlib.Path(__file__).resolve().parents[2] / "Tests" / "Data" / "nmea" / "cupertino_drive.nmea"
CUPERTINO = (37.3229978, -122.0321823)
RADIUS = 6_371_008.8
SPEED_KNOTS = 54.0
# (distance to Cupertino in metres on the great circle, seen from which bearing, nose minus bearing to the place).
LEGS = [
    (20_000, 320, 0),
    (18_000, 320, -4),
    (16_000, 320, 60),
    (14_000, 320, 25),
    (12_000, 320, 5),
    (11_000, 320, -25),
    (10_000, 320, -90),
    (9_000, 320, -179),
    (8_000, 320, 160),
    (7_000, 320, 7),
    (6_000, 320, -7),
    (5_000, 320, 0),
    (4_829, 320, 0),
    (4_827, 320, 0),
    (4_100, 320, 0),
    (2_000, 320, 0),
    (4_900, 140, 180),
    (5_700, 140, 180),
    (5_800, 140, 180),
    (6_500, 140, 100),
    (5_000, 140, 0),
    (4_800, 140, 0),
]


def away(place, bearing, metres):
    """The place so far from `place` in that direction."""
    latitude, longitude = map(math.radians, place)
    arc, turn = metres / RADIUS, math.radians(bearing)
    end = math.asin(math.sin(latitude) * math.cos(arc) + math.cos(latitude) * math.sin(arc) * math.cos(turn))
    east = math.atan2(
        math.sin(turn) * math.sin(arc) * math.cos(latitude), math.cos(arc) - math.sin(latitude) * math.sin(end)
    )
    return math.degrees(end), math.degrees(longitude + east)


def bearing_of(start, end):
    """The initial bearing from `start` to `end`."""
    (a, b), (c, d) = (tuple(map(math.radians, place)) for place in (start, end))
    return (
        math.degrees(
            math.atan2(
                math.sin(d - b) * math.cos(c), math.cos(a) * math.sin(c) - math.sin(a) * math.cos(c) * math.cos(d - b)
            )
        )
        % 360
    )


def sentence(text):
    checksum = 0
    for byte in text.encode():
        checksum ^= byte
    return f"${text}*{checksum:02X}"


def coordinate(degrees, width, sides):
    side = sides[degrees < 0]
    minutes = round(abs(degrees) * 60 * 10**6)
    return f"{minutes // (60 * 10**6):0{width}d}{minutes % (60 * 10**6) / 10**6:09.6f},{side}"


def lines():
    yield "# A drive towards Cupertino in the shape of NMEA 0183, made by Protocols/tools/make_drive.py; public domain."
    # The receiver has no fix yet.
    yield sentence("GPHDT,140.0,T")
    yield sentence("GPRMC,170000,V,,,,,,,010726,,,N")
    for number, (metres, side, off) in enumerate(LEGS, 1):
        place = away(CUPERTINO, side, metres)
        course = bearing_of(place, CUPERTINO)
        time = 17 * 3600 + 60 * number
        clock = f"{time // 3600:02d}{time // 60 % 60:02d}{time % 60:02d}"
        spot = f"{coordinate(place[0], 2, 'NS')},{coordinate(place[1], 3, 'EW')}"
        yield sentence(f"GPHDT,{(course + off) % 360:.1f},T")
        yield sentence(f"GPGGA,{clock},{spot},1,09,0.9,70.0,M,-32.0,M,,")
        yield sentence(f"GPRMC,{clock},A,{spot},{SPEED_KNOTS},{course:.1f},010726,,,A")


def main():
    text = "".join(line + "\r\n" for line in lines())
    if "--check" in sys.argv[1:]:
        if FILE.read_bytes() != text.encode():
            sys.exit(f"{FILE} is not what {pathlib.Path(__file__).name} writes")
        return
    FILE.write_bytes(text.encode())


if __name__ == "__main__":
    main()
