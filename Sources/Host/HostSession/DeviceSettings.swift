// The device's settings, one method each.

import LinkProtocol
import Quantities
import SerialLink

extension DeviceSession {
  /// Sets the time between readings.
  package func setRate(hertz: Double) throws(SessionError) {
    let interval = UInt32(max(1, min(4e9, 1e6 / hertz)).rounded())
    _ = try request(.setRate) { frame in SetRate(interval: interval).append(to: &frame) }
  }

  /// Starts these streams.
  package func start(_ streams: Streams) throws(SessionError) {
    _ = try request(.startStreams) { frame in frame.append(streams.rawValue) }
  }

  /// Stops these streams.
  package func stop(_ streams: Streams) throws(SessionError) {
    _ = try request(.stopStreams) { frame in frame.append(streams.rawValue) }
  }

  /// Sets the calibration record.
  /// - Parameter record: its bytes (Protocols/calibration/spec.md, section 2).
  package func setCalibration(_ record: [UInt8]) throws(SessionError) {
    _ = try request(.setCalibration) { frame in frame.append(record.span) }
  }

  /// The bytes of the record in use.
  package func calibration() throws(SessionError) -> [UInt8] {
    let frame = try request(.getCalibration)
    let length = MessageKind.calibration.minimumLength
    guard frame.kind == .calibration, frame.payload.count >= length else {
      throw .malformed(name: stream.name, request: .getCalibration)
    }
    return Array(frame.payload[..<length])
  }

  /// Sets how the sensor is mounted, until the device restarts.
  package func setMounting(_ mounting: AxisRemap) throws(SessionError) {
    _ = try request(.setMounting) { frame in frame.append(mounting.rawValue) }
  }

  /// How the sensor is mounted on the board.
  package func mounting() throws(SessionError) -> AxisRemap {
    let frame = try request(.getMounting)
    guard frame.kind == .mounting, let value = frame.payload.first, let mounting = AxisRemap(rawValue: value) else {
      throw .malformed(name: stream.name, request: .getMounting)
    }
    return mounting
  }

  /// The device's counters since boot.
  package func statistics() throws(SessionError) -> Statistics {
    try request(.getStatistics, expecting: Statistics.self)
  }

  /// The chips on the device's sensor bus. The device needs the capability *sensorList*.
  package func sensorList() throws(SessionError) -> SensorList {
    try request(.getSensors, expecting: SensorList.self)
  }

  /// Lets the chip of one kind test itself. The device needs the capability *sensorTest*.
  package func testSensor(_ kind: SensorKind) throws(SessionError) -> SensorTest {
    try request(.testSensor, fill: { frame in frame.append(kind.rawValue) }, expecting: SensorTest.self)
  }

  /// Makes the device compute or behave wrongly, for a test.
  package func provoke(_ provocation: Provocation) throws(SessionError) {
    _ = try request(.provoke) { frame in frame.append(provocation.rawValue) }
  }

  /// Restarts the device. The answer to the next `open` comes from the new boot.
  package func reset() throws(SessionError) {
    _ = try request(.reset) { frame in ResetRequest().append(to: &frame) }
  }

  /// Restarts the device into its boot loader. It acknowledges first, and then answers no more. The device needs the
  /// capability *loader*.
  package func enterLoader() throws(SessionError) {
    _ = try request(.enterLoader) { frame in LoaderRequest().append(to: &frame) }
  }

  /// Runs the self-test list; `body` is called for each result.
  package func selfTest(_ body: (SelfTestLine) -> Void) throws(SessionError) {
    var token: UInt8 = 0
    token = try send(.selfTest, token: token)
    while let frame = try reply(to: token, deadline: .after(seconds: selfTestTimeout)) {
      switch frame.kind {
      case .selfTestResult:
        guard let line = SelfTestLine(payload: frame.payload) else {
          throw .malformed(name: stream.name, request: .selfTest)
        }
        body(line)
      case .acknowledged: return
      case .refused:
        guard let refusal: Refusal = frame.message() else {
          throw .malformed(name: stream.name, request: .selfTest)
        }
        throw .refused(name: stream.name, request: .selfTest, refusal: refusal)
      default: break
      }
    }
    throw .silent(name: stream.name, request: .selfTest, seconds: selfTestTimeout)
  }
}

/// One result of the device's self-test, as the host reads it.
package struct SelfTestLine: Equatable, Sendable {
  package var index: Int
  package var total: Int
  /// `nil` for a status of a later version; `statusCode` is its number. Such a test did not pass.
  package var status: SelfTestStatus?
  package var statusCode: UInt8
  package var measured: Int32
  package var limit: Int32
  package var name: String

  init?(payload: [UInt8]) {
    guard let result = SelfTestResult(payload: payload.span) else { return nil }
    index = Int(result.index)
    total = Int(result.total)
    status = result.status
    statusCode = result.statusCode
    measured = result.measured
    limit = result.limit
    name = deviceText((0..<result.nameLength).map { result.name[$0] })
  }
}
