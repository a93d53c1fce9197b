// @ts-check
// The layouts of the messages.
//
// Made by Protocols/tools/make_link.py from Protocols/link/messages.json; a test compares the two.

/** @typedef {import("./messages.js").Message} Message */

/** The version of the protocol that this page speaks. */
export const version = 1;
/** @type {Message[]} */
export const layouts = [
  { kind: 1, name: "getHello", direction: "request", shortest: 2, fields: [
    { at: 0, type: "u8", name: "protocolMinimum" }, { at: 1, type: "u8", name: "protocolMaximum" },
  ] },
  { kind: 2, name: "ping", direction: "request", shortest: 0, fields: [
    { at: 0, type: "rest", name: "data" },
  ] },
  { kind: 3, name: "setRate", direction: "request", shortest: 4, fields: [
    { at: 0, type: "u32", name: "interval", unit: "us" },
  ] },
  { kind: 4, name: "startStreams", direction: "request", shortest: 1, fields: [
    { at: 0, type: "u8", name: "streams" },
  ] },
  { kind: 5, name: "stopStreams", direction: "request", shortest: 1, fields: [
    { at: 0, type: "u8", name: "streams" },
  ] },
  { kind: 6, name: "injectSample", direction: "request", shortest: 36, fields: [
    { at: 0, type: "u64", name: "time", unit: "us" }, { at: 8, type: "u8", name: "scale" }, { at: 9, type: "u8", name: "flags" },
    { at: 10, type: "i32 × 3", name: "counts", unit: "nT" }, { at: 22, type: "i32 × 3", name: "specificForce", unit: "ug" },
    { at: 34, type: "u16", name: "forceAge", unit: "ms" },
  ] },
  { kind: 7, name: "selfTest", direction: "request", shortest: 0, fields: [] },
  { kind: 8, name: "reset", direction: "request", shortest: 4, fields: [
    { at: 0, type: "u32", name: "key" },
  ] },
  { kind: 9, name: "setCalibration", direction: "request", shortest: 216, fields: [
    { at: 0, type: "216 bytes", name: "record" },
  ] },
  { kind: 10, name: "getCalibration", direction: "request", shortest: 0, fields: [] },
  { kind: 11, name: "setMounting", direction: "request", shortest: 1, fields: [
    { at: 0, type: "u8", name: "mounting" },
  ] },
  { kind: 12, name: "getMounting", direction: "request", shortest: 0, fields: [] },
  { kind: 13, name: "getStatistics", direction: "request", shortest: 0, fields: [] },
  { kind: 14, name: "provoke", direction: "request", shortest: 1, fields: [
    { at: 0, type: "u8", name: "mode" },
  ] },
  { kind: 16, name: "enterLoader", direction: "request", shortest: 4, fields: [
    { at: 0, type: "u32", name: "key" },
  ] },
  { kind: 17, name: "getSensors", direction: "request", shortest: 0, fields: [] },
  { kind: 18, name: "testSensor", direction: "request", shortest: 1, fields: [
    { at: 0, type: "u8", name: "sensor" },
  ] },
  { kind: 48, name: "startCalibration", direction: "request", shortest: 4, fields: [
    { at: 0, type: "u8", name: "flags" }, { at: 1, type: "u8", name: "reserved" }, { at: 2, type: "u16", name: "delay", unit: "ms" },
  ] },
  { kind: 49, name: "commandCalibration", direction: "request", shortest: 1, fields: [
    { at: 0, type: "u8", name: "event" },
  ] },
  { kind: 50, name: "getCalibrationProgress", direction: "request", shortest: 0, fields: [] },
  { kind: 51, name: "getCalibrationReport", direction: "request", shortest: 0, fields: [] },
  { kind: 52, name: "answerPrompt", direction: "request", shortest: 4, fields: [
    { at: 0, type: "u8", name: "answer" }, { at: 1, type: "u8", name: "scope" }, { at: 2, type: "u16", name: "interval", unit: "s" },
  ] },
  { kind: 53, name: "getStoredRecord", direction: "request", shortest: 0, fields: [] },
  { kind: 54, name: "storeRecord", direction: "request", shortest: 216, fields: [
    { at: 0, type: "216 bytes", name: "record" },
  ] },
  { kind: 55, name: "eraseRecords", direction: "request", shortest: 4, fields: [
    { at: 0, type: "u32", name: "key" },
  ] },
  { kind: 56, name: "interruptStorage", direction: "request", shortest: 2, fields: [
    { at: 0, type: "u16", name: "operations" },
  ] },
  { kind: 80, name: "setLocation", direction: "request", shortest: 13, fields: [
    { at: 0, type: "u8", name: "locationFlags" }, { at: 1, type: "i32", name: "latitude", unit: "2^-32 turn" },
    { at: 5, type: "i32", name: "longitude", unit: "2^-32 turn" }, { at: 9, type: "i32", name: "height", unit: "mm" },
  ] },
  { kind: 81, name: "setDate", direction: "request", shortest: 5, fields: [
    { at: 0, type: "u8", name: "dateFlags" }, { at: 1, type: "i32", name: "days" },
  ] },
  { kind: 82, name: "setReference", direction: "request", shortest: 1, fields: [
    { at: 0, type: "u8", name: "reference" },
  ] },
  { kind: 83, name: "setFilter", direction: "request", shortest: 16, fields: [
    { at: 0, type: "u32", name: "minimumChange", unit: "2^-32 turn" }, { at: 4, type: "u32", name: "heartbeat", unit: "us" },
    { at: 8, type: "u32", name: "timeConstant", unit: "us" }, { at: 12, type: "u32", name: "sampleTimeout", unit: "us" },
  ] },
  { kind: 84, name: "setOrientation", direction: "request", shortest: 2, fields: [
    { at: 0, type: "u8", name: "display" }, { at: 1, type: "u8", name: "pointer" },
  ] },
  { kind: 85, name: "setDeviation", direction: "request", shortest: 20, fields: [
    { at: 0, type: "i32", name: "a", unit: "2^-32 turn" }, { at: 4, type: "i32", name: "b" }, { at: 8, type: "i32", name: "c" },
    { at: 12, type: "i32", name: "d" }, { at: 16, type: "i32", name: "e" },
  ] },
  { kind: 86, name: "getHeadingSettings", direction: "request", shortest: 0, fields: [] },
  { kind: 87, name: "setZeroPoint", direction: "request", shortest: 2, fields: [
    { at: 0, type: "u16", name: "samples" },
  ] },
  { kind: 88, name: "getLocalField", direction: "request", shortest: 0, fields: [] },
  { kind: 89, name: "setLevelTolerance", direction: "request", shortest: 1, fields: [
    { at: 0, type: "u8", name: "levelTolerance", unit: "degree/10" },
  ] },
  { kind: 96, name: "setFix", direction: "request", shortest: 37, fields: [
    { at: 0, type: "u8", name: "flags" }, { at: 1, type: "u64", name: "time", unit: "us" }, { at: 9, type: "i32", name: "latitude" },
    { at: 13, type: "i32", name: "longitude" }, { at: 17, type: "i32", name: "height" }, { at: 21, type: "u32", name: "horizontal", unit: "mm" },
    { at: 25, type: "u32", name: "speed", unit: "mm" }, { at: 29, type: "u32", name: "course", unit: "2^-32 turn" },
    { at: 33, type: "u32", name: "courseUncertainty", unit: "2^-32 turn" },
  ] },
  { kind: 97, name: "setDestination", direction: "request", shortest: 28, fields: [
    { at: 0, type: "u8", name: "flags" }, { at: 1, type: "i32", name: "latitude" }, { at: 5, type: "i32", name: "longitude" },
    { at: 9, type: "u32", name: "arrival", unit: "mm" }, { at: 13, type: "u32", name: "leave", unit: "mm" }, { at: 17, type: "u8", name: "fixesToArrive" },
    { at: 18, type: "u32", name: "fixAge", unit: "us" }, { at: 22, type: "u32", name: "fixAccuracy", unit: "mm" },
    { at: 26, type: "u16", name: "worstAccuracy", unit: "degree/100" },
  ] },
  { kind: 98, name: "getGuidance", direction: "request", shortest: 0, fields: [] },
  { kind: 99, name: "setSurroundings", direction: "request", shortest: 17, fields: [
    { at: 0, type: "u8", name: "flags" }, { at: 1, type: "u32", name: "settlingTime", unit: "us" }, { at: 5, type: "u32", name: "courseAbove", unit: "mm/s" },
    { at: 9, type: "u32", name: "distanceFilter", unit: "mm" }, { at: 13, type: "u32", name: "desiredAccuracy", unit: "mm" },
  ] },
  { kind: 100, name: "getSources", direction: "request", shortest: 0, fields: [] },
  { kind: 101, name: "swing", direction: "request", shortest: 9, fields: [
    { at: 0, type: "u8", name: "action" }, { at: 1, type: "u32", name: "compass", unit: "2^-32 turn" }, { at: 5, type: "u32", name: "magnetic" },
  ] },
  { kind: 102, name: "getSwing", direction: "request", shortest: 0, fields: [] },
  { kind: 112, name: "setMotion", direction: "request", shortest: 8, fields: [
    { at: 0, type: "u8", name: "flags" }, { at: 1, type: "u8", name: "reserved" }, { at: 2, type: "i16", name: "fieldDelay", unit: "us" },
    { at: 4, type: "i16", name: "forceDelay", unit: "us" }, { at: 6, type: "u16", name: "rateDelay", unit: "us" },
  ] },
  { kind: 113, name: "getMotion", direction: "request", shortest: 0, fields: [] },
  { kind: 114, name: "injectRate", direction: "request", shortest: 22, fields: [
    { at: 0, type: "u64", name: "time", unit: "us" }, { at: 8, type: "u8", name: "scale" }, { at: 9, type: "u8", name: "flags" },
    { at: 10, type: "i32 × 3", name: "counts" },
  ] },
  { kind: 129, name: "hello", direction: "reply", shortest: 117, fields: [
    { at: 0, type: "u8", name: "protocolMinimum" }, { at: 1, type: "u8", name: "protocolMaximum" }, { at: 2, type: "u8", name: "firmwareMajor" },
    { at: 3, type: "u8", name: "firmwareMinor" }, { at: 4, type: "u8", name: "firmwarePatch" }, { at: 5, type: "u8", name: "sensorState" },
    { at: 6, type: "u16", name: "capabilities" }, { at: 8, type: "u64", name: "imageHash" }, { at: 16, type: "u32", name: "messageTableHash" },
    { at: 20, type: "16 bytes", name: "board" }, { at: 36, type: "u8", name: "sensorChip" }, { at: 37, type: "u8", name: "sensorAddress" },
    { at: 38, type: "3 bytes", name: "sensorIdentity" }, { at: 41, type: "u8", name: "faultCause" }, { at: 42, type: "u16", name: "maximumPayload" },
    { at: 44, type: "u32", name: "bootCounter" }, { at: 48, type: "u64", name: "time", unit: "us" }, { at: 56, type: "u32", name: "faultBootCounter" },
    { at: 60, type: "u32", name: "faultProgramCounter" }, { at: 64, type: "u32", name: "faultLinkRegister" },
    { at: 68, type: "u32", name: "faultProgramStatus" }, { at: 72, type: "u32", name: "faultR0" }, { at: 76, type: "u32", name: "faultR1" },
    { at: 80, type: "u32", name: "faultR2" }, { at: 84, type: "u32", name: "faultR3" }, { at: 88, type: "u32", name: "faultR12" },
    { at: 92, type: "u64", name: "boardIdentifier" }, { at: 100, type: "u8", name: "accelerometerState" }, { at: 101, type: "u8", name: "accelerometerChip" },
    { at: 102, type: "u8", name: "accelerometerAddress" }, { at: 103, type: "u8", name: "accelerometerInstance" },
    { at: 104, type: "4 bytes", name: "accelerometerIdentity" }, { at: 108, type: "u8", name: "gyroscopeState" },
    { at: 109, type: "u8", name: "gyroscopeChip" }, { at: 110, type: "u8", name: "gyroscopeAddress" }, { at: 111, type: "u8", name: "gyroscopeInstance" },
    { at: 112, type: "4 bytes", name: "gyroscopeIdentity" }, { at: 116, type: "u8", name: "sensorInstance" },
  ] },
  { kind: 130, name: "pong", direction: "reply", shortest: 8, fields: [
    { at: 0, type: "u64", name: "time", unit: "us" }, { at: 8, type: "rest", name: "data" },
  ] },
  { kind: 134, name: "computed", direction: "reply", shortest: 103, fields: [
    { at: 0, type: "u64", name: "time", unit: "us" }, { at: 8, type: "u32", name: "sampleNumber" }, { at: 12, type: "i32 × 3", name: "counts" },
    { at: 24, type: "u8", name: "scale" }, { at: 25, type: "u8", name: "mode" }, { at: 26, type: "u16", name: "flags" },
    { at: 28, type: "i32 × 3", name: "field", unit: "nT" }, { at: 40, type: "i32 × 3", name: "specificForce", unit: "ug" },
    { at: 52, type: "i32 × 3", name: "correctedField", unit: "nT/256" }, { at: 64, type: "u32", name: "heading", unit: "2^-32 turn" },
    { at: 68, type: "u32", name: "roll", unit: "2^-32 turn" }, { at: 72, type: "u32", name: "pitch", unit: "2^-32 turn" },
    { at: 76, type: "u32", name: "dip", unit: "2^-32 turn" }, { at: 80, type: "u32", name: "horizontal", unit: "nT" },
    { at: 84, type: "i16", name: "temperature", unit: "°C/8" }, { at: 86, type: "u8", name: "grade" }, { at: 87, type: "u8", name: "reason" },
    { at: 88, type: "u32", name: "magneticHeading", unit: "2^-32 turn" }, { at: 92, type: "u32", name: "trueHeading" },
    { at: 96, type: "u16", name: "accuracy", unit: "degree/100" }, { at: 98, type: "u16", name: "doubts" }, { at: 100, type: "u8", name: "state" },
    { at: 101, type: "u8", name: "view" }, { at: 102, type: "u8", name: "event" }, { at: 103, type: "u16", name: "forceAge", unit: "ms" },
    { at: 105, type: "u16", name: "moreDoubts" }, { at: 107, type: "u8", name: "forceScale", unit: "ug" }, { at: 108, type: "u8", name: "forceChip" },
    { at: 109, type: "u8", name: "forceInstance" }, { at: 110, type: "u8", name: "fieldChip" }, { at: 111, type: "u8", name: "fieldInstance" },
  ] },
  { kind: 138, name: "calibration", direction: "reply", shortest: 216, fields: [
    { at: 0, type: "216 bytes", name: "record" },
  ] },
  { kind: 140, name: "mounting", direction: "reply", shortest: 1, fields: [
    { at: 0, type: "u8", name: "mounting" },
  ] },
  { kind: 141, name: "statistics", direction: "reply", shortest: 56, fields: [
    { at: 0, type: "u64", name: "time", unit: "us" }, { at: 8, type: "u32", name: "framesReceived" }, { at: 12, type: "u32", name: "framesSent" },
    { at: 16, type: "u32", name: "framesDropped" }, { at: 20, type: "u32", name: "framesCorrupt" }, { at: 24, type: "u32", name: "framesOverlong" },
    { at: 28, type: "u32", name: "framesUnknown" }, { at: 32, type: "u32", name: "samples" }, { at: 36, type: "u32", name: "staleSamples" },
    { at: 40, type: "u32", name: "sensorFaults" }, { at: 44, type: "u32", name: "sensorRestarts" }, { at: 48, type: "u32", name: "stackHighWater" },
    { at: 52, type: "u32", name: "stackSize" },
  ] },
  { kind: 145, name: "sensorList", direction: "reply", shortest: 130, fields: [
    { at: 0, type: "u8", name: "lines" }, { at: 1, type: "u8", name: "count" }, { at: 2, type: "128 bytes", name: "findings" },
  ] },
  { kind: 146, name: "sensorTest", direction: "reply", shortest: 20, fields: [
    { at: 0, type: "u8", name: "sensor" }, { at: 1, type: "u8", name: "outcome" }, { at: 2, type: "u8", name: "register" },
    { at: 3, type: "u8", name: "error" }, { at: 4, type: "u16", name: "detail" }, { at: 6, type: "u16", name: "reserved" },
    { at: 8, type: "i32 × 3", name: "change" },
  ] },
  { kind: 160, name: "reading", direction: "stream", shortest: 103, fields: [
    { at: 0, type: "u64", name: "time", unit: "us" }, { at: 8, type: "u32", name: "sampleNumber" }, { at: 12, type: "i32 × 3", name: "counts" },
    { at: 24, type: "u8", name: "scale" }, { at: 25, type: "u8", name: "mode" }, { at: 26, type: "u16", name: "flags" },
    { at: 28, type: "i32 × 3", name: "field", unit: "nT" }, { at: 40, type: "i32 × 3", name: "specificForce", unit: "ug" },
    { at: 52, type: "i32 × 3", name: "correctedField", unit: "nT/256" }, { at: 64, type: "u32", name: "heading", unit: "2^-32 turn" },
    { at: 68, type: "u32", name: "roll", unit: "2^-32 turn" }, { at: 72, type: "u32", name: "pitch", unit: "2^-32 turn" },
    { at: 76, type: "u32", name: "dip", unit: "2^-32 turn" }, { at: 80, type: "u32", name: "horizontal", unit: "nT" },
    { at: 84, type: "i16", name: "temperature", unit: "°C/8" }, { at: 86, type: "u8", name: "grade" }, { at: 87, type: "u8", name: "reason" },
    { at: 88, type: "u32", name: "magneticHeading", unit: "2^-32 turn" }, { at: 92, type: "u32", name: "trueHeading" },
    { at: 96, type: "u16", name: "accuracy", unit: "degree/100" }, { at: 98, type: "u16", name: "doubts" }, { at: 100, type: "u8", name: "state" },
    { at: 101, type: "u8", name: "view" }, { at: 102, type: "u8", name: "event" }, { at: 103, type: "u16", name: "forceAge", unit: "ms" },
    { at: 105, type: "u16", name: "moreDoubts" }, { at: 107, type: "u8", name: "forceScale", unit: "ug" }, { at: 108, type: "u8", name: "forceChip" },
    { at: 109, type: "u8", name: "forceInstance" }, { at: 110, type: "u8", name: "fieldChip" }, { at: 111, type: "u8", name: "fieldInstance" },
  ] },
  { kind: 161, name: "rawSample", direction: "stream", shortest: 30, fields: [
    { at: 0, type: "u64", name: "time", unit: "us" }, { at: 8, type: "u32", name: "sampleNumber" }, { at: 12, type: "i32 × 3", name: "counts" },
    { at: 24, type: "u8", name: "scale" }, { at: 25, type: "u8", name: "flags" }, { at: 26, type: "i16", name: "temperature" },
    { at: 28, type: "u8", name: "chip" }, { at: 29, type: "u8", name: "instance" },
  ] },
  { kind: 162, name: "periodicStatistics", direction: "stream", shortest: 56, fields: [
    { at: 0, type: "u64", name: "time", unit: "us" }, { at: 8, type: "u32", name: "framesReceived" }, { at: 12, type: "u32", name: "framesSent" },
    { at: 16, type: "u32", name: "framesDropped" }, { at: 20, type: "u32", name: "framesCorrupt" }, { at: 24, type: "u32", name: "framesOverlong" },
    { at: 28, type: "u32", name: "framesUnknown" }, { at: 32, type: "u32", name: "samples" }, { at: 36, type: "u32", name: "staleSamples" },
    { at: 40, type: "u32", name: "sensorFaults" }, { at: 44, type: "u32", name: "sensorRestarts" }, { at: 48, type: "u32", name: "stackHighWater" },
    { at: 52, type: "u32", name: "stackSize" },
  ] },
  { kind: 163, name: "sensorEvent", direction: "stream", shortest: 15, fields: [
    { at: 0, type: "u64", name: "time", unit: "us" }, { at: 8, type: "u8", name: "state" }, { at: 9, type: "u8", name: "chip" },
    { at: 10, type: "u8", name: "register" }, { at: 11, type: "u8", name: "error" }, { at: 12, type: "u16", name: "detail" },
    { at: 14, type: "u8", name: "instance" },
  ] },
  { kind: 164, name: "rawForce", direction: "stream", shortest: 28, fields: [
    { at: 0, type: "u64", name: "time", unit: "us" }, { at: 8, type: "u32", name: "sampleNumber" }, { at: 12, type: "i32 × 3", name: "counts" },
    { at: 24, type: "u8", name: "scale", unit: "ug" }, { at: 25, type: "u8", name: "flags" }, { at: 26, type: "u8", name: "chip" },
    { at: 27, type: "u8", name: "instance" },
  ] },
  { kind: 165, name: "rawRate", direction: "stream", shortest: 28, fields: [
    { at: 0, type: "u64", name: "time", unit: "us" }, { at: 8, type: "u32", name: "sampleNumber" }, { at: 12, type: "i32 × 3", name: "counts" },
    { at: 24, type: "u8", name: "scale", unit: "ug" }, { at: 25, type: "u8", name: "flags" }, { at: 26, type: "u8", name: "chip" },
    { at: 27, type: "u8", name: "instance" },
  ] },
  { kind: 178, name: "calibrationProgress", direction: "reply", shortest: 50, fields: [
    { at: 0, type: "u64", name: "time", unit: "us" }, { at: 8, type: "u8", name: "state" }, { at: 9, type: "u8", name: "percent" },
    { at: 10, type: "u8", name: "reason" }, { at: 11, type: "u8", name: "advice" }, { at: 12, type: "u32", name: "samples" },
    { at: 16, type: "u32", name: "rejected" }, { at: 20, type: "u32 × 3", name: "coverage" }, { at: 32, type: "u16", name: "tilt", unit: "degree/100" },
    { at: 34, type: "u16", name: "secondsLeft" }, { at: 36, type: "u8", name: "modelOrder" }, { at: 37, type: "u8", name: "grade" },
    { at: 38, type: "u16", name: "predictedError", unit: "degree/100" }, { at: 40, type: "u16", name: "subject" }, { at: 42, type: "i32", name: "measured" },
    { at: 46, type: "i32", name: "limit" },
  ] },
  { kind: 179, name: "calibrationReport", direction: "reply", shortest: 109, fields: [
    { at: 0, type: "u64", name: "time", unit: "us" }, { at: 8, type: "u8", name: "state" }, { at: 9, type: "u8", name: "flags", unit: "ug" },
    { at: 10, type: "u8", name: "modelOrder" }, { at: 11, type: "u8", name: "grade" }, { at: 12, type: "u8", name: "confidence" },
    { at: 13, type: "u8", name: "reserved" }, { at: 14, type: "u16", name: "predictedTypical", unit: "degree/100" },
    { at: 16, type: "u16", name: "predictedWorst", unit: "degree/100" }, { at: 18, type: "u16", name: "residual", unit: "%/100" },
    { at: 20, type: "u16", name: "heldOutResidual" }, { at: 22, type: "i16", name: "dip", unit: "degree/100" },
    { at: 24, type: "u16", name: "dipSpread", unit: "degree/100" }, { at: 26, type: "u16", name: "tilt", unit: "degree/100" },
    { at: 28, type: "u16", name: "axisRatio" }, { at: 30, type: "u16", name: "middleRatio" }, { at: 32, type: "u32", name: "fieldStrength", unit: "nT" },
    { at: 36, type: "u32", name: "samples" }, { at: 40, type: "u32", name: "rejected" }, { at: 44, type: "u32", name: "milliseconds" },
    { at: 48, type: "u32 × 3", name: "coverage" }, { at: 60, type: "i32 × 3", name: "hardIron", unit: "nT/256" },
    { at: 72, type: "i32 × 3", name: "softIron0", unit: "2^-24" }, { at: 84, type: "i32 × 3", name: "softIron1" },
    { at: 96, type: "i32 × 3", name: "softIron2" }, { at: 108, type: "u8", name: "reasonCount" }, { at: 109, type: "reasonCount", name: "reasons" },
  ] },
  { kind: 181, name: "storedRecord", direction: "reply", shortest: 8, fields: [
    { at: 0, type: "u8", name: "status" }, { at: 1, type: "u8", name: "slot" }, { at: 2, type: "u8", name: "slots" }, { at: 3, type: "u8", name: "leftOut" },
    { at: 4, type: "u32", name: "sequence" }, { at: 8, type: "status", name: "record" }, { at: 8, type: "u8", name: "mark" },
  ] },
  { kind: 184, name: "periodicCalibration", direction: "stream", shortest: 50, fields: [
    { at: 0, type: "u64", name: "time", unit: "us" }, { at: 8, type: "u8", name: "state" }, { at: 9, type: "u8", name: "percent" },
    { at: 10, type: "u8", name: "reason" }, { at: 11, type: "u8", name: "advice" }, { at: 12, type: "u32", name: "samples" },
    { at: 16, type: "u32", name: "rejected" }, { at: 20, type: "u32 × 3", name: "coverage" }, { at: 32, type: "u16", name: "tilt", unit: "degree/100" },
    { at: 34, type: "u16", name: "secondsLeft" }, { at: 36, type: "u8", name: "modelOrder" }, { at: 37, type: "u8", name: "grade" },
    { at: 38, type: "u16", name: "predictedError", unit: "degree/100" }, { at: 40, type: "u16", name: "subject" }, { at: 42, type: "i32", name: "measured" },
    { at: 46, type: "i32", name: "limit" },
  ] },
  { kind: 185, name: "calibrationPrompt", direction: "stream", shortest: 20, fields: [
    { at: 0, type: "u64", name: "time", unit: "us" }, { at: 8, type: "u8", name: "reason" }, { at: 9, type: "u8", name: "state" },
    { at: 10, type: "u16", name: "count" }, { at: 12, type: "i32", name: "measured" }, { at: 16, type: "i32", name: "limit" },
  ] },
  { kind: 192, name: "acknowledged", direction: "reply", shortest: 1, fields: [
    { at: 0, type: "u8", name: "request" },
  ] },
  { kind: 193, name: "refused", direction: "reply", shortest: 10, fields: [
    { at: 0, type: "u8", name: "request" }, { at: 1, type: "u8", name: "reason" }, { at: 2, type: "i32", name: "detail" },
    { at: 6, type: "i32", name: "limit" },
  ] },
  { kind: 195, name: "selfTestResult", direction: "reply", shortest: 14, fields: [
    { at: 0, type: "u8", name: "index" }, { at: 1, type: "u8", name: "total" }, { at: 2, type: "u8", name: "status" }, { at: 3, type: "u8", name: "reserved" },
    { at: 4, type: "i32", name: "measured" }, { at: 8, type: "i32", name: "limit" }, { at: 12, type: "u16", name: "nameLength" },
    { at: 14, type: "nameLength", name: "name" },
  ] },
  { kind: 214, name: "headingSettings", direction: "reply", shortest: 58, fields: [
    { at: 0, type: "u8", name: "locationFlags" }, { at: 1, type: "i32", name: "latitude" }, { at: 5, type: "i32", name: "longitude" },
    { at: 9, type: "i32", name: "height" }, { at: 13, type: "u8", name: "dateFlags" }, { at: 14, type: "i32", name: "days" },
    { at: 18, type: "u8", name: "reference" }, { at: 19, type: "u8", name: "display" }, { at: 20, type: "u8", name: "pointer" },
    { at: 21, type: "u32", name: "minimumChange" }, { at: 25, type: "u32", name: "heartbeat" }, { at: 29, type: "u32", name: "timeConstant" },
    { at: 33, type: "u32", name: "sampleTimeout" }, { at: 37, type: "i32", name: "a" }, { at: 41, type: "i32", name: "b" }, { at: 45, type: "i32", name: "c" },
    { at: 49, type: "i32", name: "d" }, { at: 53, type: "i32", name: "e" }, { at: 57, type: "u8", name: "levelTolerance" },
  ] },
  { kind: 216, name: "localField", direction: "reply", shortest: 32, fields: [
    { at: 0, type: "u8", name: "state" }, { at: 1, type: "u8", name: "error" }, { at: 2, type: "u8", name: "flags" }, { at: 3, type: "u8", name: "reserved" },
    { at: 4, type: "i32 × 3", name: "field", unit: "nT/256" }, { at: 16, type: "u32", name: "horizontal", unit: "nT/256" },
    { at: 20, type: "u32", name: "total", unit: "nT/256" }, { at: 24, type: "u32", name: "declination", unit: "2^-32 turn" },
    { at: 28, type: "u32", name: "dip", unit: "2^-32 turn" },
  ] },
  { kind: 224, name: "meterReading", direction: "stream", shortest: 48, fields: [
    { at: 0, type: "u64", name: "time", unit: "us" }, { at: 8, type: "i32 × 3", name: "field", unit: "nT" },
    { at: 20, type: "u32", name: "magnitude", unit: "nT" }, { at: 24, type: "u32", name: "range", unit: "nT" }, { at: 28, type: "u16", name: "flags" },
    { at: 30, type: "u8", name: "loss" }, { at: 31, type: "u8", name: "reserved" }, { at: 32, type: "i32 × 3", name: "difference", unit: "nT" },
    { at: 44, type: "u32", name: "differenceMagnitude", unit: "nT" },
  ] },
  { kind: 225, name: "periodicGuidance", direction: "stream", shortest: 52, fields: [
    { at: 0, type: "u64", name: "time", unit: "us" }, { at: 8, type: "u8", name: "state" }, { at: 9, type: "u8", name: "arrow" },
    { at: 10, type: "u8", name: "hidden" }, { at: 11, type: "u8", name: "flags" }, { at: 12, type: "u32", name: "turn", unit: "2^-32 turn" },
    { at: 16, type: "u32", name: "bearing", unit: "2^-32 turn" }, { at: 20, type: "u64", name: "distance", unit: "mm" },
    { at: 28, type: "u32", name: "heading", unit: "2^-32 turn" }, { at: 32, type: "u32", name: "course" }, { at: 36, type: "u32", name: "courseUncertainty" },
    { at: 40, type: "u32", name: "fixAge", unit: "us" }, { at: 44, type: "u16", name: "headingAccuracy", unit: "degree/100" },
    { at: 46, type: "u8", name: "disturbance" }, { at: 47, type: "u32", name: "speed", unit: "mm/s" }, { at: 51, type: "u8", name: "source" },
  ] },
  { kind: 226, name: "guidance", direction: "reply", shortest: 52, fields: [
    { at: 0, type: "u64", name: "time", unit: "us" }, { at: 8, type: "u8", name: "state" }, { at: 9, type: "u8", name: "arrow" },
    { at: 10, type: "u8", name: "hidden" }, { at: 11, type: "u8", name: "flags" }, { at: 12, type: "u32", name: "turn", unit: "2^-32 turn" },
    { at: 16, type: "u32", name: "bearing", unit: "2^-32 turn" }, { at: 20, type: "u64", name: "distance", unit: "mm" },
    { at: 28, type: "u32", name: "heading", unit: "2^-32 turn" }, { at: 32, type: "u32", name: "course" }, { at: 36, type: "u32", name: "courseUncertainty" },
    { at: 40, type: "u32", name: "fixAge", unit: "us" }, { at: 44, type: "u16", name: "headingAccuracy", unit: "degree/100" },
    { at: 46, type: "u8", name: "disturbance" }, { at: 47, type: "u32", name: "speed", unit: "mm/s" }, { at: 51, type: "u8", name: "source" },
  ] },
  { kind: 228, name: "sources", direction: "reply", shortest: 28, fields: [
    { at: 0, type: "u64", name: "time", unit: "us" }, { at: 8, type: "u8", name: "available" }, { at: 9, type: "u8", name: "settled" },
    { at: 10, type: "u8", name: "pose" }, { at: 11, type: "u8", name: "context" }, { at: 12, type: "16 bytes", name: "choices" },
  ] },
  { kind: 230, name: "swingStatus", direction: "reply", shortest: 26, fields: [
    { at: 0, type: "u8", name: "mode" }, { at: 1, type: "u8", name: "step" }, { at: 2, type: "u8", name: "outcome" }, { at: 3, type: "u8", name: "sectors" },
    { at: 4, type: "u16", name: "count" }, { at: 6, type: "i32", name: "a" }, { at: 10, type: "i32", name: "b" }, { at: 14, type: "i32", name: "c" },
    { at: 18, type: "i32", name: "d" }, { at: 22, type: "i32", name: "e" },
  ] },
  { kind: 240, name: "periodicMotion", direction: "stream", shortest: 116, fields: [
    { at: 0, type: "u64", name: "time", unit: "us" }, { at: 8, type: "i32", name: "attitudeW", unit: "2^-30" },
    { at: 12, type: "i32 × 3", name: "attitude", unit: "2^-30" }, { at: 24, type: "u32", name: "magneticHeading", unit: "2^-32 turn" },
    { at: 28, type: "u32", name: "trueHeading", unit: "2^-32 turn" }, { at: 32, type: "i32", name: "rateOfTurn", unit: "2^-20 rad/s" },
    { at: 36, type: "i32 × 3", name: "bias", unit: "2^-20 rad/s" }, { at: 48, type: "u32", name: "biasDeviation", unit: "2^-20 rad/s" },
    { at: 52, type: "i32", name: "scaleError", unit: "2^-24" }, { at: 56, type: "u32", name: "scaleDeviation", unit: "2^-24" },
    { at: 60, type: "i32", name: "foundDelay", unit: "us" }, { at: 64, type: "u32", name: "foundDelayDeviation", unit: "us" },
    { at: 68, type: "i32 × 3", name: "hardIron", unit: "nT" }, { at: 80, type: "u16", name: "accuracy", unit: "degree/100" },
    { at: 82, type: "u8", name: "state" }, { at: 83, type: "u8", name: "reason" }, { at: 84, type: "u16", name: "flags" },
    { at: 86, type: "u16", name: "missing" }, { at: 88, type: "u16", name: "repeated" }, { at: 90, type: "u16", name: "outOfOrder" },
    { at: 92, type: "u16", name: "late" }, { at: 94, type: "u16", name: "saturated" }, { at: 96, type: "u16", name: "restarts" },
    { at: 98, type: "i16", name: "fieldDelay", unit: "us" }, { at: 100, type: "i16", name: "forceDelay", unit: "us" },
    { at: 102, type: "u16", name: "rateDelay", unit: "us" }, { at: 104, type: "u32", name: "compassHeading", unit: "2^-32 turn" },
    { at: 108, type: "u16", name: "compassAccuracy", unit: "degree/100" }, { at: 110, type: "u8", name: "compassState" },
    { at: 111, type: "u8", name: "source" }, { at: 112, type: "u8", name: "axesFault" }, { at: 113, type: "u8", name: "axesState" },
    { at: 114, type: "u16", name: "axes" },
  ] },
  { kind: 241, name: "motion", direction: "reply", shortest: 116, fields: [
    { at: 0, type: "u64", name: "time", unit: "us" }, { at: 8, type: "i32", name: "attitudeW", unit: "2^-30" },
    { at: 12, type: "i32 × 3", name: "attitude", unit: "2^-30" }, { at: 24, type: "u32", name: "magneticHeading", unit: "2^-32 turn" },
    { at: 28, type: "u32", name: "trueHeading", unit: "2^-32 turn" }, { at: 32, type: "i32", name: "rateOfTurn", unit: "2^-20 rad/s" },
    { at: 36, type: "i32 × 3", name: "bias", unit: "2^-20 rad/s" }, { at: 48, type: "u32", name: "biasDeviation", unit: "2^-20 rad/s" },
    { at: 52, type: "i32", name: "scaleError", unit: "2^-24" }, { at: 56, type: "u32", name: "scaleDeviation", unit: "2^-24" },
    { at: 60, type: "i32", name: "foundDelay", unit: "us" }, { at: 64, type: "u32", name: "foundDelayDeviation", unit: "us" },
    { at: 68, type: "i32 × 3", name: "hardIron", unit: "nT" }, { at: 80, type: "u16", name: "accuracy", unit: "degree/100" },
    { at: 82, type: "u8", name: "state" }, { at: 83, type: "u8", name: "reason" }, { at: 84, type: "u16", name: "flags" },
    { at: 86, type: "u16", name: "missing" }, { at: 88, type: "u16", name: "repeated" }, { at: 90, type: "u16", name: "outOfOrder" },
    { at: 92, type: "u16", name: "late" }, { at: 94, type: "u16", name: "saturated" }, { at: 96, type: "u16", name: "restarts" },
    { at: 98, type: "i16", name: "fieldDelay", unit: "us" }, { at: 100, type: "i16", name: "forceDelay", unit: "us" },
    { at: 102, type: "u16", name: "rateDelay", unit: "us" }, { at: 104, type: "u32", name: "compassHeading", unit: "2^-32 turn" },
    { at: 108, type: "u16", name: "compassAccuracy", unit: "degree/100" }, { at: 110, type: "u8", name: "compassState" },
    { at: 111, type: "u8", name: "source" }, { at: 112, type: "u8", name: "axesFault" }, { at: 113, type: "u8", name: "axesState" },
    { at: 114, type: "u16", name: "axes" },
  ] },
];
