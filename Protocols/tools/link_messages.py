"""The messages of the link protocol with example values, packed with `struct` as Protocols/link/spec.md draws them."""

import struct
import zlib

import calibration_vectors
import link_description
from link_description import CODES, OPEN

MESSAGES = link_description.read()[1]


def code(kind):
    """How `struct` packs a type of the description; `*` for bytes of any number."""
    if kind in OPEN:
        return "*"
    return CODES[kind] if kind in CODES else kind.removesuffix(" bytes") + "s"


# name: (kind, shortest payload, direction). Directions: request (host to device), reply, stream.
TABLE = {message.name: (message.kind, message.shortest, message.direction) for message in MESSAGES}
# name: the message's fields as (name, code); the fields that may be absent.
LAYOUTS = {message.name: [(field["name"], code(field["type"])) for field in message.fields] for message in MESSAGES}
OPTIONAL = {
    message.name: {field["name"] for field in message.fields if field.get("mayBeAbsent")} for message in MESSAGES
}


def table_hash():
    pairs = sorted((kind, shortest) for kind, shortest, _ in TABLE.values())
    return zlib.crc32(b"".join(bytes(pair) for pair in pairs))


def pack(name, fields):
    """The payload of message `name`. Byte strings may be given as bytes, vectors as lists."""
    layout = [row for row in LAYOUTS[name] if row[0] in fields or row[0] not in OPTIONAL[name]]
    assert [field for field, _ in layout] == list(fields), f"{name}: fields {list(fields)}"
    out = b""
    for field, code in layout:
        value = fields[field]
        if code == "*":
            out += value
        elif code in ("3i", "3I"):
            out += struct.pack("<" + code, *value)
        else:
            out += struct.pack("<" + code, value)
    assert len(out) >= TABLE[name][1], name
    return out


def shown(fields):
    """Fields as JSON can carry them exactly: bytes as hexadecimal text, integers above 2^53 as decimal text."""

    def one(value):
        if isinstance(value, bytes):
            return value.hex()
        if isinstance(value, int) and abs(value) > 1 << 53:
            return str(value)
        return value

    return {name: one(value) for name, value in fields.items()}


SENSORS = ("forceAge", "moreDoubts", "forceScale", "forceChip", "forceInstance", "fieldChip", "fieldInstance")


def examples():
    """The examples; a reading without a force ends before the bytes about sensors."""
    for name, message, token, sequence, fields in all_examples():
        if message in ("reading", "computed") and (fields["forceAge"], fields["forceChip"], fields["moreDoubts"]) == (
            0xFFFF,
            0,
            0,
        ):
            fields = {key: value for key, value in fields.items() if key not in SENSORS}
        yield name, message, token, sequence, fields


def all_examples():
    """(case name, message, token, sequence, fields) for every message, with extremes where a field has some."""
    low, high = -(1 << 31), (1 << 31) - 1
    record = calibration_vectors.pack(
        sensorChip=1,
        modelOrder=4,
        grade=3,
        flags=15,
        date=9821,
        temperature=-44,
        hardIronQ8=[15360000, 0, -1],
        dip=777_000_000,
        covariance=list(range(-6, 6)),
        accelerometerOrder=2,
        rotation=[0, 81_000, -12],
    )
    unassessed = dict(magneticHeading=0, trueHeading=0, accuracy=0xFFFF, doubts=0, state=3 << 2, view=0, event=0)
    alone = dict(
        forceAge=0xFFFF, moreDoubts=0, forceScale=0, forceChip=0, forceInstance=0, fieldChip=1, fieldInstance=0
    )
    both = dict(forceAge=12, moreDoubts=0, forceScale=1, forceChip=2, forceInstance=0, fieldChip=1, fieldInstance=0)
    turn = dict(
        time=1_234_567,
        sampleNumber=61,
        counts=[-231, 12, 448],
        scale=1,
        mode=2,
        flags=8 | 16 | 32 | 64,
        field=[-21000, 1091, 45714],
        specificForce=[17452, -8727, -999800],
        correctedField=[-5376001, 279297, 11702784],
        heading=0xC0000000,
        roll=0x00640000,
        pitch=0xFF9C0000,
        dip=0x2D82D82E,
        horizontal=21028,
        temperature=-37,
        grade=2,
        reason=0,
    )
    nothing = dict(
        time=0,
        sampleNumber=0,
        counts=[0, 0, 0],
        scale=0,
        mode=0,
        flags=0,
        field=[0, 0, 0],
        specificForce=[0, 0, 0],
        correctedField=[0, 0, 0],
        heading=0,
        roll=0,
        pitch=0,
        dip=0,
        horizontal=0,
        temperature=32767,
        grade=0,
        reason=1,
    )
    extreme = dict(
        time=(1 << 64) - 1,
        sampleNumber=(1 << 32) - 1,
        counts=[low, high, -1],
        scale=255,
        mode=1,
        flags=0xFFFF,
        field=[high, low, 1],
        specificForce=[low, low, high],
        correctedField=[high, high, low],
        heading=(1 << 32) - 1,
        roll=1 << 31,
        pitch=3 << 30,
        dip=1 << 30,
        horizontal=(1 << 32) - 1,
        temperature=-32768,
        grade=3,
        reason=6,
    )
    counted = dict(
        time=90_000_001,
        framesReceived=1,
        framesSent=20_000,
        framesDropped=3,
        framesCorrupt=4,
        framesOverlong=5,
        framesUnknown=6,
        samples=70_000,
        staleSamples=8,
        sensorFaults=9,
        sensorRestarts=10,
        stackHighWater=1104,
        stackSize=2048,
    )
    hello = dict(
        protocolMinimum=1,
        protocolMaximum=1,
        firmwareMajor=0,
        firmwareMinor=1,
        firmwarePatch=2,
        sensorState=2,
        capabilities=1 | 4 | 8 | 16,
        imageHash=0xFEDCBA9876543210,
        messageTableHash=table_hash(),
        board=b"lm3s6965evb" + bytes(5),
        sensorChip=1,
        sensorAddress=0x1E,
        sensorIdentity=b"H43",
        faultCause=0,
        maximumPayload=256,
        bootCounter=1,
        time=1500,
        faultBootCounter=0,
        faultProgramCounter=0,
        faultLinkRegister=0,
        faultProgramStatus=0,
        faultR0=0,
        faultR1=0,
        faultR2=0,
        faultR3=0,
        faultR12=0,
        boardIdentifier=0,
        accelerometerState=2,
        accelerometerChip=2,
        accelerometerAddress=0x19,
        accelerometerInstance=0,
        accelerometerIdentity=bytes([0x33, 0, 0, 0]),
        gyroscopeState=0,
        gyroscopeChip=0,
        gyroscopeAddress=0,
        gyroscopeInstance=0,
        gyroscopeIdentity=bytes(4),
        sensorInstance=0,
    )
    faulted = dict(
        hello,
        sensorState=0,
        capabilities=4,
        board=b"sixteen-letters!",
        sensorChip=0,
        sensorAddress=0,
        sensorIdentity=bytes(3),
        faultCause=1,
        bootCounter=7,
        faultBootCounter=6,
        faultProgramCounter=0x0000123E,
        faultLinkRegister=0xFFFFFFF9,
        faultProgramStatus=0x21000000,
        faultR0=1,
        faultR1=2,
        faultR2=3,
        faultR3=4,
        faultR12=12,
        boardIdentifier=0x0123456789ABCDEF,
        accelerometerState=0,
        accelerometerChip=0,
        accelerometerAddress=0,
        accelerometerIdentity=bytes(4),
        gyroscopeState=3,
        gyroscopeChip=255,
        gyroscopeAddress=0x6B,
        gyroscopeInstance=1,
        gyroscopeIdentity=bytes([0xD4, 1, 2, 3]),
        sensorInstance=1,
    )
    sample = dict(
        time=1_000_000, scale=1, flags=1, counts=[220, -220, 196], specificForce=[0, 0, -1_000_000], forceAge=0
    )
    statistics_high = dict.fromkeys(counted, (1 << 32) - 1)
    statistics_high["time"] = (1 << 64) - 1
    event = dict(time=5_000_000, state=3, chip=1, register=0x0A, error=1, detail=0x4800, instance=0)
    test = dict(
        index=3, total=12, status=1, reserved=0, measured=-14, limit=100, nameLength=19, name=b"cordic/axes-2^-32tn"
    )
    going = dict(
        time=9_000_000,
        state=3,
        percent=41,
        reason=0,
        advice=3,
        samples=312,
        rejected=4,
        coverage=[0x00A53C0F, 0xFFFF0000, 0x80000001],
        tilt=2750,
        secondsLeft=164,
        modelOrder=2,
        grade=1,
        predictedError=512,
        subject=0,
        measured=0,
        limit=0,
    )
    report = dict(
        time=30_000_000,
        state=7,
        flags=1 | 8 | 16,
        modelOrder=4,
        grade=3,
        confidence=93,
        reserved=0,
        predictedTypical=61,
        predictedWorst=133,
        residual=84,
        heldOutResidual=91,
        dip=6512,
        dipSpread=44,
        tilt=8100,
        axisRatio=1180,
        middleRatio=1060,
        fieldStrength=47325,
        samples=841,
        rejected=12,
        milliseconds=24_100,
        coverage=[0xFFFFFFFF, 0xFFFFFFFF, 0x7FFFFFFF],
        hardIron=[15360000, -256, 77],
        softIron0=[1 << 24, 1000, -2000],
        softIron1=[1000, 16_000_000, 3000],
        softIron2=[-2000, 3000, 17_600_000],
        reasonCount=2,
        reasons=struct.pack("<BBiiBBii", 3, 1, 1200, 3000, 9, 0, -5, 7),
    )
    full = dict(
        report,
        time=(1 << 64) - 1,
        state=255,
        flags=255,
        confidence=255,
        dip=0x7FFF,
        dipSpread=0xFFFF,
        tilt=0xFFFF,
        hardIron=[low, high, -1],
        reasonCount=14,
        reasons=struct.pack("<BBii", 255, 2, low, high) * 14,
    )
    rows = [
        ("startCalibration", "startCalibration", 40, dict(flags=0, reserved=0, delay=0)),
        ("startCalibration, injected, in a minute", "startCalibration", 41, dict(flags=1, reserved=0, delay=60_000)),
        ("startCalibration of the accelerometer", "startCalibration", 42, dict(flags=4, reserved=0, delay=0)),
        ("commandCalibration, cancel", "commandCalibration", 42, dict(event=1)),
        ("commandCalibration, commit", "commandCalibration", 43, dict(event=4)),
        ("getCalibrationProgress", "getCalibrationProgress", 44, {}),
        ("getCalibrationReport", "getCalibrationReport", 45, {}),
        ("answerPrompt, no, for this session", "answerPrompt", 46, dict(answer=2, scope=1, interval=0)),
        ("answerPrompt, interval", "answerPrompt", 47, dict(answer=0, scope=2, interval=600)),
        ("getStoredRecord", "getStoredRecord", 48, {}),
        ("storeRecord", "storeRecord", 49, dict(record=record)),
        ("eraseRecords", "eraseRecords", 50, dict(key=int.from_bytes(b"ERAS", "little"))),
        ("interruptStorage", "interruptStorage", 51, dict(operations=59)),
        ("calibrationProgress", "calibrationProgress", 44, going),
        ("calibrationProgress of the accelerometer", "calibrationProgress", 45, dict(going, subject=1)),
        ("calibrationReport", "calibrationReport", 45, report),
        ("calibrationReport, full", "calibrationReport", 45, full),
        ("calibrationReport, no reasons", "calibrationReport", 45, dict(report, reasonCount=0, reasons=b"")),
        ("storedRecord", "storedRecord", 48, dict(status=2, slot=1, slots=0x12, leftOut=2, sequence=7, record=record)),
        ("storedRecord, none", "storedRecord", 48, dict(status=1, slot=0, slots=0, leftOut=0, sequence=0, record=b"")),
        ("periodicCalibration", "periodicCalibration", 0, going),
        (
            "periodicCalibration, failed",
            "periodicCalibration",
            0,
            dict(going, state=10, reason=1, measured=low, limit=high, tilt=0xFFFF, predictedError=0xFFFF),
        ),
        (
            "calibrationPrompt",
            "calibrationPrompt",
            0,
            dict(time=2_000_000, reason=1, state=0, count=1, measured=0, limit=0),
        ),
        ("getHello", "getHello", 1, dict(protocolMinimum=1, protocolMaximum=1)),
        ("getHello of another host", "getHello", 2, dict(protocolMinimum=2, protocolMaximum=9)),
        ("ping, empty", "ping", 3, dict(data=b"")),
        ("ping, three bytes", "ping", 4, dict(data=b"\x00\xff\x00")),
        ("ping, longest that is answered", "ping", 5, dict(data=bytes((i % 255) + 1 for i in range(248)))),
        ("ping, longest payload, no zero, to be refused", "ping", 6, dict(data=b"\xa5" * 256)),
        ("ping, longest payload, all zero, to be refused", "ping", 6, dict(data=bytes(256))),
        ("setRate, 50 Hz", "setRate", 7, dict(interval=20_000)),
        ("startStreams", "startStreams", 8, dict(streams=1 | 8)),
        ("startStreams without token", "startStreams", 0, dict(streams=15)),
        ("stopStreams", "stopStreams", 9, dict(streams=15)),
        ("injectSample with specific force", "injectSample", 10, sample),
        (
            "injectSample without",
            "injectSample",
            255,
            dict(
                sample, time=(1 << 64) - 1, scale=0, flags=0, counts=[-(1 << 21), 1 << 21, -1], specificForce=[0, 0, 0]
            ),
        ),
        ("injectSample with an older force", "injectSample", 10, dict(sample, forceAge=250)),
        ("selfTest", "selfTest", 11, {}),
        ("reset", "reset", 12, dict(key=int.from_bytes(b"RSET", "little"))),
        ("setCalibration", "setCalibration", 13, dict(record=record)),
        ("getCalibration", "getCalibration", 14, {}),
        ("setMounting", "setMounting", 15, dict(mounting=23)),
        ("getMounting", "getMounting", 16, {}),
        ("getStatistics", "getStatistics", 17, {}),
        ("provoke", "provoke", 18, dict(mode=4)),
        ("hello", "hello", 1, hello),
        ("hello after a trap", "hello", 2, faulted),
        ("pong, empty", "pong", 3, dict(time=1_000_001, data=b"")),
        ("pong, longest", "pong", 5, dict(time=(1 << 64) - 1, data=bytes((i % 255) + 1 for i in range(248)))),
        ("computed", "computed", 10, dict(turn, flags=4 | 16 | 32 | 64, **unassessed, **dict(both, fieldChip=0))),
        ("calibration", "calibration", 14, dict(record=record)),
        ("mounting", "mounting", 16, dict(mounting=0)),
        ("statistics", "statistics", 17, counted),
        ("statistics at the limit", "statistics", 17, statistics_high),
        ("reading, tilted", "reading", 0, dict(turn, **unassessed, **both)),
        ("reading, unavailable", "reading", 0, dict(nothing, **unassessed, **alone)),
        (
            "reading, extremes",
            "reading",
            0,
            dict(
                extreme,
                magneticHeading=(1 << 32) - 1,
                trueHeading=(1 << 32) - 1,
                accuracy=18000,
                doubts=0xFFFF,
                state=3 | 3 << 4 | 2 << 6,
                view=6 | 4 << 3 | 3 << 6,
                event=0xFF,
                forceAge=0xFFFE,
                moreDoubts=0xFFFF,
                forceScale=255,
                forceChip=254,
                forceInstance=253,
                fieldChip=252,
                fieldInstance=251,
            ),
        ),
        (
            "rawSample",
            "rawSample",
            0,
            dict(
                time=1_234_567,
                sampleNumber=61,
                counts=[-231, 12, 448],
                scale=1,
                flags=1,
                temperature=200,
                chip=1,
                instance=0,
            ),
        ),
        (
            "rawSample, overflowed, no temperature",
            "rawSample",
            0,
            dict(
                time=2,
                sampleNumber=1,
                counts=[-4096, 2047, -2048],
                scale=7,
                flags=2,
                temperature=32767,
                chip=255,
                instance=2,
            ),
        ),
        (
            "rawForce",
            "rawForce",
            0,
            dict(time=1_234_000, sampleNumber=600, counts=[16, -8, 1024], scale=1, flags=0, chip=2, instance=0),
        ),
        (
            "rawForce, extremes",
            "rawForce",
            0,
            dict(
                time=(1 << 64) - 1,
                sampleNumber=(1 << 32) - 1,
                counts=[low, high, -1],
                scale=255,
                flags=7,
                chip=255,
                instance=255,
            ),
        ),
        (
            "rawRate",
            "rawRate",
            0,
            dict(time=1_235_000, sampleNumber=1, counts=[1 << 20, 0, -1], scale=0, flags=1, chip=3, instance=1),
        ),
        ("periodicStatistics", "periodicStatistics", 0, counted),
        ("sensorEvent, wrong identity", "sensorEvent", 0, event),
        (
            "sensorEvent, ready again",
            "sensorEvent",
            0,
            dict(event, time=6_000_000, state=2, register=0, error=0, detail=0),
        ),
        ("acknowledged", "acknowledged", 7, dict(request=0x03)),
        ("refused, out of range", "refused", 7, dict(request=0x03, reason=3, detail=999, limit=1000)),
        ("refused, extremes", "refused", 255, dict(request=0x7F, reason=255, detail=low, limit=high)),
        ("selfTestResult", "selfTestResult", 11, test),
        (
            "selfTestResult, longest name",
            "selfTestResult",
            11,
            dict(test, index=4, status=0, measured=101, nameLength=64, name=b"n" * 64),
        ),
        ("selfTestResult, no name", "selfTestResult", 11, dict(test, index=5, status=2, nameLength=0, name=b"")),
    ]
    judged = dict(
        turn,
        magneticHeading=0xC0000000,
        trueHeading=0xC1A3D70A,
        accuracy=275,
        doubts=0,
        state=1 | 2 | 2 << 6,
        view=2 | 0 << 3 | 3 << 6,
        event=2,
        **both,
    )
    doubted = dict(
        turn,
        flags=8 | 16 | 32 | 64 | 1 << 11,
        magneticHeading=0x12345678,
        trueHeading=0,
        accuracy=18000,
        doubts=4 | 16 | 64 | 256,
        state=1 | 1 << 2 | 2 << 4 | 1 << 6,
        view=6 | 2 << 3 | 1 << 6,
        event=4 | 8 | 16,
        **dict(both, forceAge=900, moreDoubts=1),
    )
    voided = dict(
        nothing,
        magneticHeading=0,
        trueHeading=0,
        accuracy=0xFFFF,
        doubts=0xFFFF,
        state=3 << 2 | 3 << 4,
        view=5 | 4 << 3,
        event=63,
        **dict(alone, moreDoubts=2),
    )
    place = dict(locationFlags=1, latitude=445385784, longitude=-1455902833, height=12_345)
    day = dict(dateFlags=1, days=9821)
    smoothing = dict(minimumChange=59652324, heartbeat=1_000_000, timeConstant=500_000, sampleTimeout=2_000_000)
    card = dict(a=low >> 2, b=1, c=-1, d=1 << 29, e=0)
    nowhere = dict(locationFlags=0, latitude=0, longitude=0, height=0)
    noday = dict(dateFlags=0, days=0)
    local = dict(
        state=2,
        error=0,
        flags=3,
        reserved=0,
        field=[5_900_123, 1_300_456, 10_700_789],
        horizontal=6_041_742,
        total=12_288_452,
        declination=0x08D3DCB0,
        dip=0x2B0C8A11,
    )
    meter = dict(
        time=77_000_000,
        field=[20_000, -1_500, 43_000],
        magnitude=47_448,
        range=130_000,
        flags=8 | 32 | 64,
        loss=0,
        reserved=0,
        difference=[100, -200, 200],
        differenceMagnitude=300,
    )
    rows += [
        ("reading, judged", "reading", 0, judged),
        ("computed, doubted", "computed", 10, doubted),
        ("reading, voided", "reading", 0, voided),
        ("setLocation", "setLocation", 80, place),
        ("setLocation, forget", "setLocation", 81, nowhere),
        ("setDate", "setDate", 82, day),
        ("setDate, extrapolating", "setDate", 83, dict(dateFlags=3, days=-1)),
        ("setReference", "setReference", 84, dict(reference=2)),
        ("setFilter", "setFilter", 85, smoothing),
        ("setOrientation", "setOrientation", 86, dict(display=2, pointer=5)),
        ("setOrientation, automatic", "setOrientation", 87, dict(display=7, pointer=0)),
        ("setDeviation", "setDeviation", 88, card),
        ("getHeadingSettings", "getHeadingSettings", 89, {}),
        ("setZeroPoint", "setZeroPoint", 90, dict(samples=32)),
        ("getLocalField", "getLocalField", 91, {}),
        ("setLevelTolerance", "setLevelTolerance", 93, dict(levelTolerance=3)),
        (
            "headingSettings",
            "headingSettings",
            89,
            dict(place, **day, reference=1, display=7, pointer=3, **smoothing, **card, levelTolerance=3),
        ),
        (
            "headingSettings after boot",
            "headingSettings",
            92,
            dict(
                nowhere,
                **noday,
                reference=0,
                display=0,
                pointer=0,
                minimumChange=0,
                heartbeat=0,
                timeConstant=0,
                sampleTimeout=1_000_000,
                a=0,
                b=0,
                c=0,
                d=0,
                e=0,
                levelTolerance=50,
            ),
        ),
        ("localField", "localField", 91, local),
        (
            "localField, refused",
            "localField",
            91,
            dict(state=3, error=5, flags=0, reserved=0, field=[0, 0, 0], horizontal=0, total=0, declination=0, dip=0),
        ),
        ("meterReading", "meterReading", 0, meter),
        (
            "meterReading, saturated, no baseline",
            "meterReading",
            0,
            dict(meter, flags=1 | 2 | 4, difference=[0, 0, 0], differenceMagnitude=0, range=0),
        ),
        (
            "meterReading, refused: the field moved",
            "meterReading",
            0,
            dict(meter, flags=16, loss=1, difference=[0, 0, 0], differenceMagnitude=3001),
        ),
        (
            "meterReading, turned",
            "meterReading",
            0,
            dict(meter, flags=16 | 32, loss=5, difference=[0, 0, 0], differenceMagnitude=201),
        ),
    ]
    fix = dict(
        flags=15,
        time=5_000_000,
        latitude=low >> 1,
        longitude=low,
        height=-1,
        horizontal=4200,
        speed=13_900,
        course=0xFFFFFFFF,
        courseUncertainty=0x00A3D70A,
    )
    target = dict(
        flags=1,
        latitude=445385784,
        longitude=-1455902833,
        arrival=4_828_032,
        leave=5_793_638,
        fixesToArrive=1,
        fixAge=30_000_000,
        fixAccuracy=100_000,
        worstAccuracy=4500,
    )
    ahead = dict(
        time=6_000_000,
        state=1,
        arrow=0,
        hidden=255,
        flags=31,
        turn=0xFF8E38E4,
        bearing=0x40000000,
        distance=71_234_567,
        heading=0x4071C71C,
        course=0x3FFFFFFF,
        courseUncertainty=0x00A3D70A,
        fixAge=1_000_000,
        headingAccuracy=225,
        disturbance=0,
        speed=0,
        source=2,
    )
    unguided = dict(
        time=1,
        state=255,
        arrow=255,
        hidden=255,
        flags=0,
        turn=0,
        bearing=0,
        distance=0,
        heading=0,
        course=0,
        courseUncertainty=0,
        fixAge=0xFFFFFFFF,
        headingAccuracy=0xFFFF,
        disturbance=0,
        speed=0,
        source=255,
    )
    swing = dict(
        mode=1, step=0, outcome=0, sectors=255, count=8, a=11930465, b=143165577, c=95443718, d=59652324, e=17895697
    )
    moving = dict(
        time=7_654_321,
        attitudeW=1 << 29,
        attitude=[-(1 << 29), 1 << 29, -(1 << 29)],
        magneticHeading=0xBFFFFFFF,
        trueHeading=0xC2D82D82,
        rateOfTurn=-183_011,
        bias=[9_151, -18_302, 1],
        biasDeviation=92,
        scaleError=-167_772,
        scaleDeviation=16_777,
        foundDelay=7_300,
        foundDelayDeviation=450,
        hardIron=[4_200, 0, -250],
        accuracy=263,
        state=2,
        reason=0,
        flags=1 | 2 | 8 | 16,
        missing=1,
        repeated=2,
        outOfOrder=3,
        late=4,
        saturated=5,
        restarts=6,
        fieldDelay=600,
        forceDelay=-1,
        rateDelay=2_900,
        compassHeading=0xB7777777,
        compassAccuracy=2_450,
        compassState=1 | 2 << 2,
        source=1,
        axesFault=0,
        axesState=4 << 4,
        axes=0,
    )
    rows += [
        ("setFix", "setFix", 96, fix),
        ("setFix, invalid", "setFix", 97, dict.fromkeys(fix, 0)),
        ("setDestination", "setDestination", 98, target),
        ("setDestination, WGS84", "setDestination", 99, dict(target, flags=3, arrival=1, leave=0xFFFFFFFF)),
        ("setDestination, end", "setDestination", 100, dict(target, flags=0, latitude=0, longitude=0)),
        ("getGuidance", "getGuidance", 101, {}),
        ("guidance", "guidance", 101, ahead),
        ("guidance, none", "guidance", 101, unguided),
        (
            "guidance, half a turn",
            "periodicGuidance",
            0,
            dict(ahead, arrow=2, turn=1 << 31, flags=15, course=0, courseUncertainty=0),
        ),
        ("guidance, waiting", "periodicGuidance", 0, dict(unguided, state=0, hidden=0)),
        (
            "guidance, no heading",
            "periodicGuidance",
            0,
            dict(
                ahead,
                arrow=255,
                hidden=1,
                flags=2 | 4,
                turn=0,
                heading=0,
                course=0,
                courseUncertainty=0,
                headingAccuracy=0xFFFF,
                source=255,
            ),
        ),
        ("guidance, left or right not known", "periodicGuidance", 0, dict(ahead, arrow=3, headingAccuracy=4400)),
        (
            "guidance, heading too inaccurate",
            "periodicGuidance",
            0,
            dict(
                ahead,
                arrow=255,
                hidden=3,
                flags=2 | 4 | 8,
                turn=0,
                course=0,
                courseUncertainty=0,
                headingAccuracy=11_400,
                disturbance=2,
            ),
        ),
        ("guidance, by course", "guidance", 0, dict(ahead, flags=63, speed=12_345, source=0)),
        (
            "setSurroundings",
            "setSurroundings",
            102,
            dict(flags=7, settlingTime=1_000_000, courseAbove=0, distanceFilter=0, desiredAccuracy=0),
        ),
        (
            "setSurroundings, movement",
            "setSurroundings",
            103,
            dict(flags=1, settlingTime=1_000_000, courseAbove=3_000, distanceFilter=10_000, desiredAccuracy=25_000),
        ),
        ("getSources", "getSources", 103, {}),
        (
            "sources",
            "sources",
            103,
            dict(time=7, available=5, settled=4, pose=0, context=0, choices=bytes([3, 2, 2, 2, 3, 2] + [2] * 10)),
        ),
        (
            "sources, none",
            "sources",
            103,
            dict(
                time=8,
                available=0,
                settled=0,
                pose=255,
                context=1,
                choices=bytes([3, 4, 4, 4, 3, 4, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6]),
            ),
        ),
        ("swing, take", "swing", 104, dict(action=3, compass=1 << 30, magnetic=(1 << 30) + 0x082D82D8)),
        ("swing, by course", "swing", 105, dict(action=2, compass=0, magnetic=0)),
        ("getSwing", "getSwing", 106, {}),
        ("swingStatus", "swingStatus", 106, swing),
        (
            "swingStatus, too narrow",
            "swingStatus",
            106,
            dict(mode=2, step=4, outcome=2, sectors=7, count=65535, a=0, b=0, c=0, d=0, e=0),
        ),
        ("localField, extrapolated", "localField", 107, dict(local, flags=7)),
        ("getSensors", "getSensors", 108, {}),
        (
            "sensorList",
            "sensorList",
            108,
            dict(
                lines=4,
                count=3,
                findings=bytes(
                    [
                        0x0D,
                        6,
                        0x0D,
                        1,
                        0xFF,
                        0,
                        0,
                        0,
                        0x1E,
                        1,
                        0x0A,
                        3,
                        0x48,
                        0x34,
                        0x33,
                        0,
                        0x53,
                        0,
                        0,
                        1,
                        0x12,
                        0,
                        0,
                        0,
                    ]
                )
                + bytes(104),
            ),
        ),
        ("enterLoader", "enterLoader", 110, dict(key=int.from_bytes(b"LOAD", "little"))),
        ("testSensor", "testSensor", 109, dict(sensor=1)),
        (
            "sensorTest",
            "sensorTest",
            109,
            dict(sensor=1, outcome=2, register=0, error=0, detail=0, reserved=0, change=[-20_000, 19_850, 50_001]),
        ),
        (
            "sensorTest, broken off",
            "sensorTest",
            110,
            dict(sensor=3, outcome=3, register=0x14, error=3, detail=0x0400, reserved=0, change=[0, 0, 0]),
        ),
        ("sensorList, data line low", "sensorList", 109, dict(lines=6, count=0, findings=bytes(128))),
        (
            "setMotion",
            "setMotion",
            110,
            dict(flags=3, reserved=0, fieldDelay=-30_000, forceDelay=30_000, rateDelay=9_800),
        ),
        ("setMotion, off", "setMotion", 111, dict(flags=0, reserved=0, fieldDelay=600, forceDelay=0, rateDelay=0)),
        ("getMotion", "getMotion", 112, {}),
        ("injectRate", "injectRate", 113, dict(time=1_000_000, scale=9, flags=0, counts=[-164, 0, 32_767])),
        (
            "injectRate, beyond the range",
            "injectRate",
            114,
            dict(time=(1 << 64) - 1, scale=0, flags=1, counts=[low, high, -1]),
        ),
        ("motion", "motion", 112, moving),
        (
            "motion, stuck",
            "motion",
            115,
            dict(moving, magneticHeading=0, trueHeading=0, accuracy=0xFFFF, state=3, reason=5, flags=8, source=0),
        ),
        (
            "periodicMotion, before the first rate",
            "periodicMotion",
            0,
            dict(
                dict.fromkeys(moving, 0),
                attitudeW=1 << 30,
                attitude=[0, 0, 0],
                bias=[0, 0, 0],
                hardIron=[0, 0, 0],
                accuracy=0xFFFF,
                reason=1,
                flags=24,
                fieldDelay=600,
                compassAccuracy=0xFFFF,
            ),
        ),
        (
            "periodicMotion, extremes",
            "periodicMotion",
            0,
            dict(
                moving,
                time=(1 << 64) - 1,
                attitudeW=low,
                attitude=[high, low, -1],
                rateOfTurn=low,
                bias=[low, high, -1],
                biasDeviation=(1 << 32) - 1,
                scaleError=low,
                scaleDeviation=(1 << 32) - 1,
                foundDelay=low,
                foundDelayDeviation=(1 << 32) - 1,
                hardIron=[high, low, 1],
                accuracy=18_000,
                missing=65_535,
                repeated=65_534,
                outOfOrder=65_533,
                late=65_532,
                saturated=65_531,
                restarts=65_530,
                fieldDelay=-30_000,
                forceDelay=30_000,
                rateDelay=30_000,
                compassHeading=(1 << 32) - 1,
                compassAccuracy=18_000,
                compassState=3 | 3 << 2,
                source=2,
                axesFault=4,
                axesState=2 | 7 << 4,
                axes=642,
            ),
        ),
    ]
    for number, (name, message, token, fields) in enumerate(rows):
        sequence = (0, 1, 255, 256, 0xFFFF)[number] if number < 5 else 257 * number
        yield name, message, token, sequence, fields
