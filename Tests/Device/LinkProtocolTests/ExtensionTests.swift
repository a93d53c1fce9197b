// What later firmware may send: unknown numbers and longer payloads (Protocols/link/spec.md, section 5).

import Heading
import LinkProtocol
import Quantities
import Testing

/// A row of extension.json.
struct ExtensionCase: Decodable {
  var name: String
  var message: String
  var kind: UInt8
  var payload: String
  var accepted: Bool
  var unknown: [String]
  var fields: [String: FieldValue]?
}

/// The fields that hold numbers of a version: what the message that is read from `payload` says they are. `nil` when it
/// cannot be read.
private func codes(_ message: String, _ payload: [UInt8]) -> [String: Int]? {
  let span = payload.span
  switch message {
  case "hello":
    return Hello(payload: span).map {
      [
        "sensorState": Int($0.sensorStateCode), "faultCause": Int($0.faultCauseCode),
        "capabilities": Int($0.capabilities.rawValue), "accelerometerState": Int($0.accelerometer.stateCode),
        "accelerometerChip": Int($0.accelerometer.chip), "gyroscopeState": Int($0.gyroscope.stateCode),
      ]
    }
  case "reading", "computed": return Reading(payload: span).map(codes)
  case "refused": return Refusal(payload: span).map { ["reason": Int($0.reason)] }
  case "localField": return LocalField(payload: span).map { ["state": Int($0.stateCode)] }
  case "headingSettings":
    return HeadingSettingsReport(payload: span).map {
      [
        "reference": Int($0.otherReference ?? $0.reference.rawValue),
        "display": Int($0.otherDisplay ?? $0.orientation.display?.rawValue ?? 7),
        "pointer": Int($0.otherPointer ?? $0.orientation.pointer?.rawValue ?? 6),
      ]
    }
  case "guidance":
    return GuidanceReport(payload: span).map { ["state": Int($0.view?.state.rawValue ?? $0.unknownState)] }
  case "sources": return SourceReport(payload: span).map { ["context": Int($0.contextCode)] }
  case "swingStatus":
    return SwingReport(payload: span).map {
      ["mode": Int($0.modeCode), "step": Int($0.stepCode), "outcome": Int($0.outcomeCode)]
    }
  case "calibrationProgress":
    return CalibrationProgress(payload: span).map {
      ["state": Int($0.state), "reason": Int($0.reason), "advice": Int($0.advice)]
    }
  case "calibrationPrompt":
    return CalibrationPrompt(payload: span).map { ["state": Int($0.state), "reason": Int($0.reason)] }
  case "storedRecord": return StoredRecord(payload: span).map { ["status": Int($0.statusCode)] }
  case "statistics": return Statistics(payload: span).map { ["samples": Int($0.samples)] }
  case "motion":
    return FusionReport(payload: span).map {
      ["state": Int($0.stateCode), "reason": Int($0.reasonCode), "flags": Int($0.flags.rawValue)]
    }
  case "meterReading": return MeterReport(payload: span).map { ["range": Int($0.range)] }
  default: return sensorCodes(message, span)
  }
}

/// Those of messages about sensors.
private func sensorCodes(_ message: String, _ payload: Span<UInt8>) -> [String: Int]? {
  switch message {
  case "rawSample": return RawSample(payload: payload).map { ["chip": Int($0.chip), "instance": Int($0.instance)] }
  case "rawForce", "rawRate":
    return RawMotion(payload: payload).map { ["scale": Int($0.scale), "chip": Int($0.chip)] }
  case "sensorEvent": return SensorEvent(payload: payload).map { ["state": Int($0.stateCode), "error": Int($0.kind)] }
  case "selfTestResult": return SelfTestResult(payload: payload).map { ["status": Int($0.statusCode)] }
  case "sensorTest":
    return SensorTest(payload: payload).map { ["outcome": Int($0.outcomeCode), "error": Int($0.error)] }
  case "sensorList": return SensorList(payload: payload).map { ["lines": Int($0.lines.rawValue)] }
  default: return nil
  }
}

private func codes(_ reading: Reading) -> [String: Int] {
  let doubts = reading.assessment.doubts.rawValue
  return [
    "mode": Int(reading.modeCode), "reason": Int(reading.reasonCode), "flags": Int(reading.flags.rawValue),
    "doubts": Int(doubts & 0xffff), "moreDoubts": Int(doubts >> 16), "scale": Int(reading.scale.rawValue),
    "forceScale": Int(reading.sensors.forceScale), "forceChip": Int(reading.sensors.forceChip),
    "fieldChip": Int(reading.sensors.fieldChip),
  ]
}

@Test func extension_vectors_areTakenAsTheyCame() throws {
  let cases = try linkVectors("extension", as: VectorFile<ExtensionCase>.self).cases
  #expect(cases.count > 40)
  for row in cases {
    let payload = bytes(hex: row.payload)
    let kind = try #require(MessageKind(rawValue: row.kind), "\(row.name)")
    #expect("\(kind)" == row.message)
    #expect((payload.count >= kind.minimumLength) == row.accepted, "\(row.name)")
    guard row.accepted else { continue }
    let found = try #require(codes(row.message, payload), "\(row.name)")
    for (field, value) in found {
      // A reading without a force ends before the bytes about sensors.
      if row.fields?[field] == nil, payload.count < Reading.length,
        ["forceScale", "forceChip", "fieldChip", "moreDoubts"].contains(field)
      {
        #expect(value == 0, "\(row.name): \(field)")
        continue
      }
      guard case .number(let expected) = row.fields?[field] else {
        Issue.record("\(row.name): no field \(field)")
        continue
      }
      #expect(value == expected, "\(row.name): \(field)")
    }
  }
}

@Test func reading_ofALaterMode_hasNoHeadingAndItsNumber() {
  var bytes = payload(Reading())
  bytes[25] = 9
  bytes[87] = 77
  let reading = Reading(payload: bytes.span)
  #expect(reading?.mode == .unavailable && reading?.modeCode == 9)
  #expect(reading?.reason == .unrecognised && reading?.reasonCode == 77)
}

@Test func judgement_ofLaterNumbers_promisesNothing() {
  var reading = Reading()
  reading.assessment = HeadingAssessment()
  var bytes = payload(reading)
  bytes[100] = 3 << 6
  bytes[101] = 7 | 7 << 3
  let judgement = Reading(payload: bytes.span)?.assessment
  #expect(judgement?.reference == NorthReference.none && judgement?.orientation == .unknown)
  #expect(judgement?.cause == .undetermined)
}
