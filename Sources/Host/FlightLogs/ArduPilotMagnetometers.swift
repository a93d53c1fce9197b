// The magnetometers of an ArduPilot log.
//
// MAG has the corrected field in the body's axes, milligauss, and the offsets that it contains: field = [DIA, ODI]·((m
// + OFS)·SCALE) + motor's offset (github.com/ArduPilot/ardupilot, AP_Compass_Backend::correct_field and
// Compass::Write_Compass_instance). Before release 4.1, MAG and IMU had a number in their names instead of an instance.

struct ArduPilotMagnetometers: DataFlashReceiver {
  private struct Track {
    var index: Int
    /// Whether DIA, ODI and SCALE were removed from the field.
    var hasMatrix = false
    var suffix = ""
    var hadOffsets = false
    var hadMotor = false
  }

  private var parameters: [String: Double] = [:]
  private var list = TrackList()
  private var tracks: [Int: Track] = [:]

  mutating func record(_ name: String, _ fields: [String: LogField], _ bytes: ArraySlice<UInt8>) {
    switch name {
    case "PARM":
      guard let key = fields["Name"], let value = fields["Value"]?.number(bytes) else { return }
      let text = bytes.text(key.offset, key.kind.size)
      if text.hasPrefix("COMPASS_") { parameters[text] = value }
    case "MAG", "MAG2", "MAG3": addField(fields, bytes, instance: Self.instance(name, fields, bytes))
    case "IMU": addMotion(fields, bytes)
    default: break
    }
  }

  /// The number of the sensor: a field of the record, or a part of its name.
  private static func instance(_ name: String, _ fields: [String: LogField], _ bytes: ArraySlice<UInt8>) -> Int {
    // A description may declare any kind of number for this field.
    if let number = fields["I"]?.number(bytes) { return (0..<256).contains(number) ? Int(number) : 0 }
    return (name.last?.wholeNumberValue ?? 1) - 1
  }

  private static func time(_ fields: [String: LogField], _ bytes: ArraySlice<UInt8>) -> UInt64? {
    fields["TimeUS"]?.whole(bytes) ?? fields["TimeMS"]?.whole(bytes).map { $0 &* 1000 }
  }

  private static func vector(
    _ fields: [String: LogField], _ names: [String], _ bytes: ArraySlice<UInt8>
  ) -> SIMD3<Double>? {
    LogVector(fields, names)?.vector(bytes)
  }

  private mutating func addMotion(_ fields: [String: LogField], _ bytes: ArraySlice<UInt8>) {
    guard let time = Self.time(fields, bytes), (fields["I"]?.number(bytes) ?? 0) == 0 else { return }
    if let force = Self.vector(fields, ["AccX", "AccY", "AccZ"], bytes) { list.addForce(time, force) }
    if let rate = Self.vector(fields, ["GyrX", "GyrY", "GyrZ"], bytes) { list.addRate(time, rate) }
  }

  private mutating func addField(_ fields: [String: LogField], _ bytes: ArraySlice<UInt8>, instance: Int) {
    guard let time = Self.time(fields, bytes), let told = Self.vector(fields, ["MagX", "MagY", "MagZ"], bytes) else {
      return
    }
    var track = tracks[instance] ?? Track(index: list.addTrack())
    defer { tracks[instance] = track }
    if fields["Health"]?.number(bytes) == 0 || told == .zero {
      list.passOver(track.index)
      return
    }
    let logged = Self.vector(fields, ["OfsX", "OfsY", "OfsZ"], bytes) ?? .zero
    let motor =
      Self.vector(fields, ["MOX", "MOY", "MOZ"], bytes) ?? Self.vector(fields, ["MOfsX", "MOfsY", "MOfsZ"], bytes)
      ?? .zero
    var (offset, measured) = (logged, told - motor)
    if let suffix = suffix(instance, logged) {
      track.suffix = suffix
      // The log rounds to whole milligauss; the parameter has the exact value.
      offset = exact(suffix, logged)
      let scale = parameters["COMPASS_SCALE\(suffix)"] ?? 0
      if let inverse = matrix(suffix).inverse {
        track.hasMatrix = true
        measured = inverse * measured / (scale > 0 ? scale : 1)
      }
    }
    track.hadOffsets = track.hadOffsets || logged != .zero
    track.hadMotor = track.hadMotor || motor != .zero
    list.add(time, (measured - offset) * 0.1, to: track.index)
  }

  // MARK: - Parameters

  private func three(_ name: String, _ suffix: String, _ usual: Double) -> SIMD3<Double> {
    func one(_ axis: String) -> Double { parameters["COMPASS_\(name)\(suffix)_\(axis)"] ?? usual }
    return SIMD3(one("X"), one("Y"), one("Z"))
  }

  private func matrix(_ suffix: String) -> LogMatrix {
    let diagonal = three("DIA", suffix, 1)
    // ArduPilot treats zeros as no correction.
    guard diagonal != .zero else { return .identity }
    return LogMatrix(diagonal: diagonal, others: three("ODI", suffix, 0))
  }

  /// The suffix of the names of a compass's parameters; `nil` if the log has none of them.
  ///
  /// Compasses are logged by priority, and COMPASS_PRIOn_ID names the device. In older releases, both orders were the
  /// same.
  private func suffix(_ instance: Int, _ logged: SIMD3<Double>) -> String? {
    let known = ["", "2", "3"].filter { parameters["COMPASS_OFS\($0)_X"] != nil }
    if let device = parameters["COMPASS_PRIO\(instance + 1)_ID"], device != 0,
      let found = known.first(where: { parameters["COMPASS_DEV_ID\($0)"] == device })
    {
      return found
    }
    let own = instance == 0 ? "" : "\(instance + 1)"
    return known.contains(own) ? own : nil
  }

  /// The offsets of the parameters, if they agree with those in the log.
  private func exact(_ suffix: String, _ logged: SIMD3<Double>) -> SIMD3<Double> {
    let offset = three("OFS", suffix, .nan)
    return offset.rounded(.towardZero) == logged ? offset : logged
  }

  // MARK: - Result

  mutating func finish() -> [LoggedMagnetometer] {
    list.finish()
    return tracks.sorted { $0.key < $1.key }.compactMap { instance, track in
      let kept = list.tracks[track.index]
      guard !kept.samples.isEmpty else { return nil }
      var facts = ["from MAG"]
      if track.hasMatrix {
        facts.append("the correction by COMPASS_OFS\(track.suffix), _DIA, _ODI and _SCALE was taken out")
      } else {
        facts.append(
          (track.hadOffsets ? "its offsets were taken out; " : "")
            + "the log has no COMPASS_DIA and _ODI for this compass")
      }
      if track.hadMotor { facts.append("so was that for the motors") }
      if kept.passedOver > 0 { facts.append("\(kept.passedOver) samples without health or time were passed over") }
      let device = parameters["COMPASS_DEV_ID\(track.suffix)"].flatMap { UInt64(exactly: $0) }
      return LoggedMagnetometer(number: instance, device: device, samples: kept.samples, facts: facts)
    }
  }
}
