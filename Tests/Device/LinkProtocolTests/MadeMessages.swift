// The fields of plain messages by their names, for the vectors.
//
// Made by Protocols/tools/make_link.py from Protocols/link/messages.json; a test compares the two.

@testable import LinkProtocol

/// Message name: how its payload is read; `nil` for a payload that is too short.
let plainMessages: [String: @Sendable ([UInt8]) -> ReadMessage?] = [
  "getHello": { bytes in
    HelloRequest(payload: bytes.span).map {
      let fields: [String: String] = [
        "protocolMinimum": text($0.protocolMinimum),
        "protocolMaximum": text($0.protocolMaximum),
      ]
      return ReadMessage(fields, payload($0))
    }
  },
  "setRate": { bytes in
    SetRate(payload: bytes.span).map {
      let fields: [String: String] = [
        "interval": text($0.interval)
      ]
      return ReadMessage(fields, payload($0))
    }
  },
  "reset": { bytes in
    ResetRequest(payload: bytes.span).map { _ in
      let fields: [String: String] = [
        "key": text(ResetRequest.key)
      ]
      return ReadMessage(fields, payload(ResetRequest()))
    }
  },
  "enterLoader": { bytes in
    LoaderRequest(payload: bytes.span).map { _ in
      let fields: [String: String] = [
        "key": text(LoaderRequest.key)
      ]
      return ReadMessage(fields, payload(LoaderRequest()))
    }
  },
  "startCalibration": { bytes in
    CalibrationStart(payload: bytes.span).map {
      let fields: [String: String] = [
        "flags": text($0.flags.rawValue),
        "delay": text($0.delay),
      ]
      return ReadMessage(fields, payload($0))
    }
  },
  "commandCalibration": { bytes in
    CalibrationCommand(payload: bytes.span).map {
      let fields: [String: String] = [
        "event": text($0.event)
      ]
      return ReadMessage(fields, payload($0))
    }
  },
  "eraseRecords": { bytes in
    EraseRecords(payload: bytes.span).map { _ in
      let fields: [String: String] = [
        "key": text(EraseRecords.key)
      ]
      return ReadMessage(fields, payload(EraseRecords()))
    }
  },
  "interruptStorage": { bytes in
    InterruptStorage(payload: bytes.span).map {
      let fields: [String: String] = [
        "operations": text($0.operations)
      ]
      return ReadMessage(fields, payload($0))
    }
  },
  "setFilter": { bytes in
    SetFilter(payload: bytes.span).map {
      let fields: [String: String] = [
        "minimumChange": text($0.minimumChange),
        "heartbeat": text($0.heartbeat),
        "timeConstant": text($0.timeConstant),
        "sampleTimeout": text($0.sampleTimeout),
      ]
      return ReadMessage(fields, payload($0))
    }
  },
  "setMotion": { bytes in
    SetMotion(payload: bytes.span).map {
      let fields: [String: String] = [
        "flags": text($0.flags.rawValue),
        "fieldDelay": text($0.fieldDelay),
        "forceDelay": text($0.forceDelay),
        "rateDelay": text($0.rateDelay),
      ]
      return ReadMessage(fields, payload($0))
    }
  },
  "injectRate": { bytes in
    InjectedRate(payload: bytes.span).map {
      let fields: [String: String] = [
        "time": text($0.time.microseconds),
        "scale": text($0.scale.rawValue),
        "flags": text($0.flags.rawValue),
        "counts": text($0.counts),
      ]
      return ReadMessage(fields, payload($0))
    }
  },
  "hello": { bytes in
    Hello(payload: bytes.span).map {
      let fields: [String: String] = [
        "protocolMinimum": text($0.protocolMinimum),
        "protocolMaximum": text($0.protocolMaximum),
        "firmwareMajor": text($0.firmwareMajor),
        "firmwareMinor": text($0.firmwareMinor),
        "firmwarePatch": text($0.firmwarePatch),
        "sensorState": text($0.sensorStateCode),
        "capabilities": text($0.capabilities.rawValue),
        "imageHash": text($0.imageHash),
        "messageTableHash": text($0.messageTableHash),
        "board": text($0.board.bytes),
        "sensorChip": text($0.sensorChip),
        "sensorAddress": text($0.sensorAddress),
        "sensorIdentity": text($0.sensorIdentity),
        "faultCause": text($0.faultCauseCode),
        "maximumPayload": text($0.maximumPayload),
        "bootCounter": text($0.bootCounter),
        "time": text($0.time.microseconds),
        "faultBootCounter": text($0.registers.bootCounter),
        "faultProgramCounter": text($0.registers.programCounter),
        "faultLinkRegister": text($0.registers.linkRegister),
        "faultProgramStatus": text($0.registers.programStatus),
        "faultR0": text($0.registers.r0),
        "faultR1": text($0.registers.r1),
        "faultR2": text($0.registers.r2),
        "faultR3": text($0.registers.r3),
        "faultR12": text($0.registers.r12),
        "boardIdentifier": text($0.boardIdentifier),
        "accelerometerState": text($0.accelerometer.stateCode),
        "accelerometerChip": text($0.accelerometer.chip),
        "accelerometerAddress": text($0.accelerometer.address),
        "accelerometerInstance": text($0.accelerometer.instance),
        "accelerometerIdentity": hex($0.accelerometer.identityBytes),
        "gyroscopeState": text($0.gyroscope.stateCode),
        "gyroscopeChip": text($0.gyroscope.chip),
        "gyroscopeAddress": text($0.gyroscope.address),
        "gyroscopeInstance": text($0.gyroscope.instance),
        "gyroscopeIdentity": hex($0.gyroscope.identityBytes),
        "sensorInstance": text($0.sensorInstance),
      ]
      return ReadMessage(fields, payload($0))
    }
  },
  "statistics": { bytes in
    Statistics(payload: bytes.span).map {
      let fields: [String: String] = [
        "time": text($0.time.microseconds),
        "framesReceived": text($0.framesReceived),
        "framesSent": text($0.framesSent),
        "framesDropped": text($0.framesDropped),
        "framesCorrupt": text($0.framesCorrupt),
        "framesOverlong": text($0.framesOverlong),
        "framesUnknown": text($0.framesUnknown),
        "samples": text($0.samples),
        "staleSamples": text($0.staleSamples),
        "sensorFaults": text($0.sensorFaults),
        "sensorRestarts": text($0.sensorRestarts),
        "stackHighWater": text($0.stackHighWater),
        "stackSize": text($0.stackSize),
      ]
      return ReadMessage(fields, payload($0))
    }
  },
  "sensorTest": { bytes in
    SensorTest(payload: bytes.span).map {
      let fields: [String: String] = [
        "sensor": text($0.sensorCode),
        "outcome": text($0.outcomeCode),
        "register": text($0.register),
        "error": text($0.error),
        "detail": text($0.detail),
        "change": text($0.change),
      ]
      return ReadMessage(fields, payload($0))
    }
  },
  "reading": { bytes in
    Reading(payload: bytes.span).map {
      let fields: [String: String] = [
        "time": text($0.time.microseconds),
        "sampleNumber": text($0.sampleNumber),
        "counts": text($0.counts),
        "scale": text($0.scale.rawValue),
        "mode": text($0.modeCode),
        "flags": text($0.flags.rawValue),
        "field": text($0.field.nanotesla),
        "specificForce": text($0.specificForce.microG),
        "correctedField": text($0.correctedField.q8Nanotesla),
        "heading": text($0.heading.rawValue),
        "roll": text($0.roll.rawValue),
        "pitch": text($0.pitch.rawValue),
        "dip": text($0.dip.rawValue),
        "horizontal": text($0.horizontalNanotesla),
        "temperature": text($0.temperatureValue),
        "grade": text($0.grade),
        "reason": text($0.reasonCode),
      ]
      return ReadMessage(fields, payload($0))
    }
  },
  "rawSample": { bytes in
    RawSample(payload: bytes.span).map {
      let fields: [String: String] = [
        "time": text($0.time.microseconds),
        "sampleNumber": text($0.sampleNumber),
        "counts": text($0.counts),
        "scale": text($0.scale.rawValue),
        "flags": text($0.flagsValue),
        "temperature": text($0.temperatureValue),
        "chip": text($0.chip),
        "instance": text($0.instance),
      ]
      return ReadMessage(fields, payload($0))
    }
  },
  "sensorEvent": { bytes in
    SensorEvent(payload: bytes.span).map {
      let fields: [String: String] = [
        "time": text($0.time.microseconds),
        "state": text($0.stateCode),
        "chip": text($0.chip),
        "register": text($0.register),
        "error": text($0.kind),
        "detail": text($0.detail),
        "instance": text($0.instance),
      ]
      return ReadMessage(fields, payload($0))
    }
  },
  "rawForce": { bytes in
    RawMotion(payload: bytes.span).map {
      let fields: [String: String] = [
        "time": text($0.time.microseconds),
        "sampleNumber": text($0.sampleNumber),
        "counts": text($0.counts),
        "scale": text($0.scale),
        "flags": text($0.flagsValue),
        "chip": text($0.chip),
        "instance": text($0.instance),
      ]
      return ReadMessage(fields, payload($0))
    }
  },
  "calibrationProgress": { bytes in
    CalibrationProgress(payload: bytes.span).map {
      let fields: [String: String] = [
        "time": text($0.time.microseconds),
        "state": text($0.state),
        "percent": text($0.percent),
        "reason": text($0.reason),
        "advice": text($0.advice),
        "samples": text($0.samples),
        "rejected": text($0.rejected),
        "coverage": text($0.coverage),
        "tilt": text($0.tilt),
        "secondsLeft": text($0.secondsLeft),
        "modelOrder": text($0.modelOrder),
        "grade": text($0.grade),
        "predictedError": text($0.predictedError),
        "subject": text($0.subject),
        "measured": text($0.measured),
        "limit": text($0.limit),
      ]
      return ReadMessage(fields, payload($0))
    }
  },
  "calibrationReport": { bytes in
    CalibrationReport(payload: bytes.span).map {
      let fields: [String: String] = [
        "time": text($0.time.microseconds),
        "state": text($0.state),
        "flags": text($0.flags.rawValue),
        "modelOrder": text($0.modelOrder),
        "grade": text($0.grade),
        "confidence": text($0.confidence),
        "predictedTypical": text($0.predictedTypical),
        "predictedWorst": text($0.predictedWorst),
        "residual": text($0.residual),
        "heldOutResidual": text($0.heldOutResidual),
        "dip": text($0.dip),
        "dipSpread": text($0.dipSpread),
        "tilt": text($0.tilt),
        "axisRatio": text($0.axisRatio),
        "middleRatio": text($0.middleRatio),
        "fieldStrength": text($0.fieldStrength),
        "samples": text($0.samples),
        "rejected": text($0.rejected),
        "milliseconds": text($0.milliseconds),
        "coverage": text($0.coverage),
        "hardIron": text($0.hardIron),
        "softIron0": text($0.softIron0),
        "softIron1": text($0.softIron1),
        "softIron2": text($0.softIron2),
        "reasonCount": text($0.reasonCount),
      ]
      return ReadMessage(fields, payload($0))
    }
  },
  "storedRecord": { bytes in
    StoredRecord(payload: bytes.span).map {
      let fields: [String: String] = [
        "status": text($0.statusCode),
        "slot": text($0.slot),
        "slots": text($0.slots),
        "leftOut": text($0.leftOut),
        "sequence": text($0.sequence),
      ]
      return ReadMessage(fields, payload($0))
    }
  },
  "calibrationPrompt": { bytes in
    CalibrationPrompt(payload: bytes.span).map {
      let fields: [String: String] = [
        "time": text($0.time.microseconds),
        "reason": text($0.reason),
        "state": text($0.state),
        "count": text($0.count),
        "measured": text($0.measured),
        "limit": text($0.limit),
      ]
      return ReadMessage(fields, payload($0))
    }
  },
  "acknowledged": { bytes in
    Acknowledgement(payload: bytes.span).map {
      let fields: [String: String] = [
        "request": text($0.kind)
      ]
      return ReadMessage(fields, payload($0))
    }
  },
  "refused": { bytes in
    Refusal(payload: bytes.span).map {
      let fields: [String: String] = [
        "request": text($0.kind),
        "reason": text($0.reason),
        "detail": text($0.detail),
        "limit": text($0.limit),
      ]
      return ReadMessage(fields, payload($0))
    }
  },
  "localField": { bytes in
    LocalField(payload: bytes.span).map {
      let fields: [String: String] = [
        "state": text($0.stateCode),
        "error": text($0.error),
        "flags": text($0.flags),
        "field": text($0.q8Nanotesla),
        "horizontal": text($0.horizontalQ8),
        "total": text($0.totalQ8),
        "declination": text($0.declinationValue.rawValue),
        "dip": text($0.dipValue.rawValue),
      ]
      return ReadMessage(fields, payload($0))
    }
  },
  "meterReading": { bytes in
    MeterReport(payload: bytes.span).map {
      let fields: [String: String] = [
        "time": text($0.time.microseconds),
        "field": text($0.field.nanotesla),
        "magnitude": text($0.magnitude),
        "range": text($0.range),
        "flags": text($0.flags.rawValue),
        "loss": text($0.loss),
        "difference": text($0.difference.nanotesla),
        "differenceMagnitude": text($0.differenceMagnitude),
      ]
      return ReadMessage(fields, payload($0))
    }
  },
  "swingStatus": { bytes in
    SwingReport(payload: bytes.span).map {
      let fields: [String: String] = [
        "mode": text($0.modeCode),
        "step": text($0.stepCode),
        "outcome": text($0.outcomeCode),
        "sectors": text($0.sectors),
        "count": text($0.count),
        "a": text($0.card.a),
        "b": text($0.card.b),
        "c": text($0.card.c),
        "d": text($0.card.d),
        "e": text($0.card.e),
      ]
      return ReadMessage(fields, payload($0))
    }
  },
  "motion": { bytes in
    FusionReport(payload: bytes.span).map {
      let fields: [String: String] = [
        "time": text($0.time.microseconds),
        "attitudeW": text($0.attitudeW),
        "attitude": text($0.attitude),
        "magneticHeading": text($0.magneticHeading.rawValue),
        "trueHeading": text($0.trueHeading.rawValue),
        "rateOfTurn": text($0.rateOfTurn),
        "bias": text($0.bias.q20),
        "biasDeviation": text($0.biasDeviation),
        "scaleError": text($0.scaleError),
        "scaleDeviation": text($0.scaleDeviation),
        "foundDelay": text($0.foundDelay),
        "foundDelayDeviation": text($0.foundDelayDeviation),
        "hardIron": text($0.hardIron.nanotesla),
        "accuracy": text($0.accuracyValue),
        "state": text($0.stateCode),
        "reason": text($0.reasonCode),
        "flags": text($0.flags.rawValue),
        "missing": text($0.missing),
        "repeated": text($0.repeated),
        "outOfOrder": text($0.outOfOrder),
        "late": text($0.late),
        "saturated": text($0.saturated),
        "restarts": text($0.restarts),
        "fieldDelay": text($0.fieldDelay),
        "forceDelay": text($0.forceDelay),
        "rateDelay": text($0.rateDelay),
        "compassHeading": text($0.compassHeadingValue.rawValue),
        "compassAccuracy": text($0.compassAccuracyValue),
        "compassState": text($0.compassState),
        "source": text($0.sourceCode),
        "axesFault": text($0.axesFaultCode),
        "axesState": text($0.axesState),
        "axes": text($0.axes),
      ]
      return ReadMessage(fields, payload($0))
    }
  },
]

/// Messages with the layout of another one.
let sharedLayouts: [String: String] = [
  "calibration": "setCalibration",
  "computed": "reading",
  "mounting": "setMounting",
  "periodicCalibration": "calibrationProgress",
  "periodicGuidance": "guidance",
  "periodicMotion": "motion",
  "periodicStatistics": "statistics",
  "rawRate": "rawForce",
  "stopStreams": "startStreams",
  "storeRecord": "setCalibration",
]

/// The other messages: their fields with types, one behind the other.
let otherMessages: [String: [(field: String, type: String)]] = [
  "ping": [
    ("data", "rest")
  ],
  "startStreams": [
    ("streams", "u8")
  ],
  "injectSample": [
    ("time", "u64"),
    ("scale", "u8"),
    ("flags", "u8"),
    ("counts", "i32 × 3"),
    ("specificForce", "i32 × 3"),
    ("forceAge", "u16"),
  ],
  "selfTest": [],
  "setCalibration": [
    ("record", "216 bytes")
  ],
  "getCalibration": [],
  "setMounting": [
    ("mounting", "u8")
  ],
  "getMounting": [],
  "getStatistics": [],
  "provoke": [
    ("mode", "u8")
  ],
  "getSensors": [],
  "testSensor": [
    ("sensor", "u8")
  ],
  "getCalibrationProgress": [],
  "getCalibrationReport": [],
  "answerPrompt": [
    ("answer", "u8"),
    ("scope", "u8"),
    ("interval", "u16"),
  ],
  "getStoredRecord": [],
  "setLocation": [
    ("locationFlags", "u8"),
    ("latitude", "i32"),
    ("longitude", "i32"),
    ("height", "i32"),
  ],
  "setDate": [
    ("dateFlags", "u8"),
    ("days", "i32"),
  ],
  "setReference": [
    ("reference", "u8")
  ],
  "setOrientation": [
    ("display", "u8"),
    ("pointer", "u8"),
  ],
  "setDeviation": [
    ("a", "i32"),
    ("b", "i32"),
    ("c", "i32"),
    ("d", "i32"),
    ("e", "i32"),
  ],
  "getHeadingSettings": [],
  "setZeroPoint": [
    ("samples", "u16")
  ],
  "getLocalField": [],
  "setLevelTolerance": [
    ("levelTolerance", "u8")
  ],
  "setFix": [
    ("flags", "u8"),
    ("time", "u64"),
    ("latitude", "i32"),
    ("longitude", "i32"),
    ("height", "i32"),
    ("horizontal", "u32"),
    ("speed", "u32"),
    ("course", "u32"),
    ("courseUncertainty", "u32"),
  ],
  "setDestination": [
    ("flags", "u8"),
    ("latitude", "i32"),
    ("longitude", "i32"),
    ("arrival", "u32"),
    ("leave", "u32"),
    ("fixesToArrive", "u8"),
    ("fixAge", "u32"),
    ("fixAccuracy", "u32"),
    ("worstAccuracy", "u16"),
  ],
  "getGuidance": [],
  "setSurroundings": [
    ("flags", "u8"),
    ("settlingTime", "u32"),
    ("courseAbove", "u32"),
    ("distanceFilter", "u32"),
    ("desiredAccuracy", "u32"),
  ],
  "getSources": [],
  "swing": [
    ("action", "u8"),
    ("compass", "u32"),
    ("magnetic", "u32"),
  ],
  "getSwing": [],
  "getMotion": [],
  "pong": [
    ("time", "u64"),
    ("data", "rest"),
  ],
  "sensorList": [
    ("lines", "u8"),
    ("count", "u8"),
    ("findings", "128 bytes"),
  ],
  "selfTestResult": [
    ("index", "u8"),
    ("total", "u8"),
    ("status", "u8"),
    ("reserved", "u8"),
    ("measured", "i32"),
    ("limit", "i32"),
    ("nameLength", "u16"),
    ("name", "nameLength"),
  ],
  "headingSettings": [
    ("locationFlags", "u8"),
    ("latitude", "i32"),
    ("longitude", "i32"),
    ("height", "i32"),
    ("dateFlags", "u8"),
    ("days", "i32"),
    ("reference", "u8"),
    ("display", "u8"),
    ("pointer", "u8"),
    ("minimumChange", "u32"),
    ("heartbeat", "u32"),
    ("timeConstant", "u32"),
    ("sampleTimeout", "u32"),
    ("a", "i32"),
    ("b", "i32"),
    ("c", "i32"),
    ("d", "i32"),
    ("e", "i32"),
    ("levelTolerance", "u8"),
  ],
  "guidance": [
    ("time", "u64"),
    ("state", "u8"),
    ("arrow", "u8"),
    ("hidden", "u8"),
    ("flags", "u8"),
    ("turn", "u32"),
    ("bearing", "u32"),
    ("distance", "u64"),
    ("heading", "u32"),
    ("course", "u32"),
    ("courseUncertainty", "u32"),
    ("fixAge", "u32"),
    ("headingAccuracy", "u16"),
    ("disturbance", "u8"),
    ("speed", "u32"),
    ("source", "u8"),
  ],
  "sources": [
    ("time", "u64"),
    ("available", "u8"),
    ("settled", "u8"),
    ("pose", "u8"),
    ("context", "u8"),
    ("choices", "16 bytes"),
  ],
]
