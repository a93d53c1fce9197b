// The two classes of trouble with headings: row A15 of docs/heading.md. And whether there can be one: row A3.

import Heading
import HostSession
import LinkProtocol
import Quantities
import SerialLink
import Testing

private let refusal = Refusal(kind: 1, reason: .busy, detail: 0, limit: 0)

@Test(arguments: [
  SessionError.link(.permission(name: "port", group: "dialout")), .link(.notFound(name: "port", hint: "")),
  .link(.busy(name: "port", holder: nil)), .link(.cannotOpen(name: "port", reason: "")),
  .protocolMismatch(name: "port", device: 3...4, host: 2...2, firmware: "9.0"),
  .malformed(name: "port", request: .ping),
])
func headingTrouble_deniedAbsentOrOfAnotherLanguage_isFatal(error: SessionError) {
  #expect(error.trouble == .fatal, "stop asking: \(error.description)")
}

@Test(arguments: [
  SessionError.link(.lost(name: "port", reason: "pulled")), .link(.timeout(name: "port", awaited: "room")),
  .silent(name: "port", request: .ping, seconds: 3), .noReadings(name: "port", seconds: 3),
  .restarted(name: "port", boot: 7),
  .refused(name: "port", request: .selfTest, refusal: refusal),
])
func headingTrouble_lostSilentRestartedOrBusy_isTransient(error: SessionError) {
  #expect(error.trouble == .transient, "keep going: \(error.description)")
}

@Test func headingTrouble_ofAReading_isTransientUnlessItsAxisCanHaveNoHeading() {
  var reading = Reading()
  reading.mode = .unavailable
  let others = (1...255).compactMap { UnavailableReason(rawValue: UInt8($0)) }.filter { $0 != .pointsVertically }
  #expect(others.count > 7)
  for reason in others {
    reading.reason = reason
    #expect(reading.trouble == .transient, "\(reason)")
  }
  reading.reason = .pointsVertically
  #expect(reading.trouble == .fatal, "without an accelerometer no movement helps")
  reading.assessment.doubts = .forceFault
  #expect(reading.trouble == .transient, "the accelerometer may come back")
  reading.assessment.doubts = .forceOutdated
  #expect(reading.trouble == .transient, "the accelerometer may come back")
  reading.assessment.doubts = .none
  reading.flags.insert(.specificForce)
  #expect(reading.trouble == .transient, "a nose that points up comes down")
  #expect(ReasonTable.reason(Int(reading.mainReasonCode), of: ReasonTable.unavailable).name == "pointsVertically")
  reading.assessment.doubts = .freeFall
  #expect(ReasonTable.reason(Int(reading.mainReasonCode), of: ReasonTable.unavailable).name == "noSpecificForce")
  reading.mode = .tilted
  #expect(reading.trouble == .transient, "not valid")
  reading.assessment.magnetic = .zero
  #expect(reading.trouble == nil)
}

@Test func headingAvailability_isNeverWithoutAMagnetometerAndNotYetWhileItStarts() {
  var hello = plainHello()
  hello.capabilities = .injection
  #expect(hello.headingAvailability == .never)
  hello.capabilities.insert(.magnetometer)
  for state in [SensorState.starting, .unavailable] {
    hello.sensorState = state
    #expect(hello.headingAvailability == .notYet, "\(state)")
  }
  hello.sensorState = .ready
  #expect(hello.headingAvailability == .available)
}
