// The magnetometers of a PX4 log.
//
// `sensor_mag` is the measured field, in gauss and in the sensor's axes; before release 1.11 the driver had corrected
// it. `vehicle_magnetometer` is corrected and in the body's axes. The correction is rotation·(scale·(m − offset)). Its
// parameters are CAL_MAGn_…, with the number n whose CAL_MAGn_ID is the device (github.com/PX4/PX4-Autopilot,
// src/lib/sensor_calibration/Magnetometer.hpp).

struct PX4Magnetometers: ULogReceiver {
  /// The source of a row.
  private enum Source: Hashable {
    case raw(Int)
    case corrected(Int)
    /// The field in `sensor_combined` of release 1.7 and before.
    case combined
  }

  private struct Track {
    var index: Int
    var device: UInt64?
    /// Whether the sensor's driver or PX4 had corrected the samples.
    var isCorrected = false
    /// The number of the parameters that were used.
    var parameters: Int?
    var isTurnKnown = true
    var orientation: Int?
  }

  /// The fields of a topic that are used.
  private struct Topic {
    var name: String
    var instance: Int
    var time: LogField?
    var sampleTime: LogField?
    var field: LogVector?
    var fieldArray: LogField?
    var device: LogField?
    /// Whether a driver before release 1.11 wrote it.
    var isOldDriver = false
    var force: LogField?
    var forceVector: LogVector?
    var rate: LogField?
    var rateVector: LogVector?

    /// The time of the sample; `nil` without a time.
    func time(_ bytes: ArraySlice<UInt8>) -> UInt64? {
      if let time = sampleTime?.whole(bytes), time > 0 { return time }
      return time?.whole(bytes)
    }
  }

  private var topics: [UInt16: Topic] = [:]
  private var parameters: [String: Double] = [:]
  private var list = TrackList()
  private var tracks: [Source: Track] = [:]
  /// The rank of the best source of motion so far; a smaller rank is better.
  private var forceRank = Int.max
  private var rateRank = Int.max

  private static let motionTopics = [
    "sensor_combined", "vehicle_acceleration", "vehicle_angular_velocity", "sensor_accel", "sensor_gyro",
  ]

  func wants(_ topic: String) -> Bool {
    topic == "sensor_mag" || topic == "vehicle_magnetometer" || Self.motionTopics.contains(topic)
  }

  mutating func parameter(_ name: String, _ value: Double) {
    if name.hasPrefix("CAL_MAG") || name.hasPrefix("SENS_BOARD_") { parameters[name] = value }
  }

  mutating func subscribed(_ id: UInt16, topic: String, instance: Int, fields: [String: LogField]) {
    var found = Topic(
      name: topic, instance: instance, time: fields["timestamp"], sampleTime: fields["timestamp_sample"])
    let xyz = LogVector(fields, ["x", "y", "z"])
    switch topic {
    case "sensor_mag":
      found.field = xyz
      found.isOldDriver = fields["x_raw"] != nil && fields["scaling"] != nil
    case "vehicle_magnetometer": found.fieldArray = fields["magnetometer_ga"]
    case "sensor_combined":
      found.fieldArray = fields["magnetometer_ga"]
      (found.force, found.rate) = (fields["accelerometer_m_s2"], fields["gyro_rad"])
    case "vehicle_acceleration": found.force = fields["xyz"]
    case "vehicle_angular_velocity": found.rate = fields["xyz"]
    case "sensor_accel": found.forceVector = xyz
    default: found.rateVector = xyz
    }
    found.device = fields["device_id"]
    topics[id] = found
  }

  mutating func data(_ id: UInt16, _ bytes: ArraySlice<UInt8>) {
    guard let topic = topics[id], let time = topic.time(bytes) else { return }
    if let field = topic.field?.vector(bytes) ?? topic.fieldArray?.vector(bytes) {
      addField(topic, time, gauss: field, device: topic.device?.whole(bytes))
    }
    addMotion(topic, time, bytes)
  }

  private mutating func addMotion(_ topic: Topic, _ time: UInt64, _ bytes: ArraySlice<UInt8>) {
    guard topic.instance == 0, let rank = Self.motionTopics.firstIndex(of: topic.name) else { return }
    if let force = topic.force?.vector(bytes) ?? topic.forceVector?.vector(bytes), rank <= forceRank {
      forceRank = rank
      list.addForce(time, force)
    }
    if let rate = topic.rate?.vector(bytes) ?? topic.rateVector?.vector(bytes), rank <= rateRank {
      rateRank = rank
      list.addRate(time, rate)
    }
  }

  private mutating func addField(_ topic: Topic, _ time: UInt64, gauss: SIMD3<Double>, device: UInt64?) {
    let source: Source =
      switch topic.name {
      case "sensor_mag": .raw(topic.instance)
      case "vehicle_magnetometer": .corrected(topic.instance)
      default: .combined
      }
    var track = tracks[source] ?? Track(index: list.addTrack(), device: device)
    track.device = device ?? track.device
    defer { tracks[source] = track }
    let number = self.number(of: track.device)
    track.parameters = number
    let (turn, orientation) = self.turn(number)
    track.isTurnKnown = turn != nil
    track.orientation = orientation
    let rotation = turn ?? .identity
    var measured = gauss
    switch source {
    case .raw:
      if topic.isOldDriver, let number {
        // The driver had rotated the field, then subtracted an offset and scaled each axis.
        track.isCorrected = true
        measured = measured / three(number, "SCALE", 1) + offset(number)
      } else {
        measured = rotation * measured
      }
    case .corrected:
      guard let number, let inverse = scale(number).inverse else { break }
      track.isCorrected = true
      measured = rotation * (inverse * (rotation.transposed * measured) + offset(number))
    case .combined: break
    }
    list.add(time, measured * 100, to: track.index)
  }

  // MARK: - Parameters

  private func number(of device: UInt64?) -> Int? {
    guard let device, device != 0 else { return nil }
    return (0..<4).first { parameters["CAL_MAG\($0)_ID"] == Double(device) }
  }

  private func three(_ number: Int, _ name: String, _ usual: Double) -> SIMD3<Double> {
    func one(_ axis: String) -> Double { parameters["CAL_MAG\(number)_\(axis)\(name)"] ?? usual }
    return SIMD3(one("X"), one("Y"), one("Z"))
  }

  private func offset(_ number: Int) -> SIMD3<Double> { three(number, "OFF", 0) }

  private func scale(_ number: Int) -> LogMatrix {
    LogMatrix(diagonal: three(number, "SCALE", 1), others: three(number, "ODIAG", 0))
  }

  /// The rotation from the sensor's axes to the body's, and its number; no rotation for an unknown number.
  private func turn(_ number: Int?) -> (LogMatrix?, Int?) {
    // −1 is a sensor on the autopilot's board, which has the orientation of the board.
    let own = number.flatMap { parameters["CAL_MAG\($0)_ROT"] }.flatMap { Int(exactly: $0) } ?? -1
    let orientation = own >= 0 ? own : parameters["SENS_BOARD_ROT"].flatMap { Int(exactly: $0) } ?? 0
    return (LogMatrix(orientation: orientation), orientation)
  }

  // MARK: - Result

  mutating func finish() -> [LoggedMagnetometer] {
    list.finish()
    var found: [LoggedMagnetometer] = []
    let instances = Set(
      tracks.keys.map { source in
        switch source {
        case .raw(let instance): instance
        case .corrected, .combined: 0
        }
      }
    ).sorted()
    for instance in instances {
      let raw = tracks[.raw(instance)]
      // There may be corrected samples of the same chip, and many more of them.
      let corrected = tracks.first { source, track in
        guard case .corrected(let other) = source else { return false }
        return raw?.device == nil || track.device == nil ? other == instance : track.device == raw?.device
      }?.value
      func count(_ track: Track?) -> Int { track.map { list.tracks[$0.index].samples.count } ?? 0 }
      let isRawEnough = count(raw) >= 200 || count(raw) * 3 >= count(corrected)
      if let raw, isRawEnough, count(raw) > 0 {
        found.append(result(instance, raw, from: "sensor_mag"))
      } else if let corrected, count(corrected) > 0 {
        found.append(result(instance, corrected, from: "vehicle_magnetometer"))
      } else if instance == 0, let combined = tracks[.combined], count(combined) > 0 {
        found.append(result(instance, combined, from: "sensor_combined"))
      }
    }
    return found
  }

  private func result(_ instance: Int, _ track: Track, from topic: String) -> LoggedMagnetometer {
    var facts = ["from \(topic)"]
    let isRaw = topic == "sensor_mag" && !track.isCorrected
    if track.isCorrected, let number = track.parameters {
      facts.append("the correction by CAL_MAG\(number)_… was taken out")
    } else if !isRaw {
      facts.append("a correction by the autopilot is still in it, because the log has no CAL_MAGn_ID for this sensor")
    }
    if let orientation = track.orientation, isRaw, orientation != 0 {
      let name = track.parameters.map { "CAL_MAG\($0)_ROT or SENS_BOARD_ROT" } ?? "SENS_BOARD_ROT"
      facts.append(
        track.isTurnKnown
          ? "turned to the vehicle's axes by \(name) = \(orientation)"
          : "in the sensor's axes: \(name) = \(orientation) is not known here")
    }
    let kept = list.tracks[track.index]
    if kept.passedOver > 0 { facts.append("\(kept.passedOver) samples that came twice were passed over") }
    return LoggedMagnetometer(number: instance, device: track.device, samples: kept.samples, facts: facts)
  }
}
