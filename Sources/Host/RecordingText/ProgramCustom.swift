// Units that certain programs never write, because their users know them.

/// How the tables of one program are known, and the units that it does not write. To add a program, add an entry to
/// `all`, and a row to the table of programs in docs/recordings.md.
struct ProgramCustom {
  /// Names of columns that all of its tables have.
  var names: [StaticString] = []
  /// Its tables have at least one of these names; if the list is empty, no such name is needed.
  var oneOf: [StaticString] = []
  /// The beginning of a column's name. This column is the time, in nanoseconds.
  var stamp: StaticString?
  /// A part of the name of a sensor's first column; the unit is then only that of this sensor.
  var part: StaticString?
  var field: TextUnit?
  var force: TextUnit?
  var rate: TextUnit?
  var time: TextUnit?
  /// Whether the unit of the field is only that of columns x, y and z without another word.
  var isOfPlainField = false

  /// The programs.
  static var all: [ProgramCustom] {
    [
      // `rostopic echo -p` of ROS; the definitions of its messages MagneticField and Imu have SI units.
      ProgramCustom(
        stamp: "field.header.stamp", field: .tesla, force: .metresPerSecondSquared, rate: .radiansPerSecond),
      // Messages of ROS in other tables.
      ProgramCustom(part: "magnetic_field.x", field: .tesla),
      ProgramCustom(part: "linear_acceleration.x", force: .metresPerSecondSquared),
      ProgramCustom(part: "angular_velocity.x", rate: .radiansPerSecond),
      // Physics Toolbox.
      ProgramCustom(names: ["gFx", "Bx"], field: .microtesla, force: .standardGravity, rate: .radiansPerSecond),
      // PX4's ulog2csv: times are microseconds, and the topics of its drivers have x, y, z in gauss.
      ProgramCustom(
        names: ["timestamp"],
        oneOf: ["device_id", "timestamp_sample", "magnetometer_ga[0]", "accelerometer_m_s2[0]", "gyro_rad[0]"],
        field: .gauss, time: .microseconds, isOfPlainField: true),
      // ArduPilot's messages MAG and IMU.
      ProgramCustom(names: ["TimeUS"], field: .milligauss, force: .metresPerSecondSquared, rate: .radiansPerSecond),
      // Xsens writes the field in units of its strength at the place of calibration.
      ProgramCustom(
        names: ["PacketCounter"], field: .arbitrary, force: .metresPerSecondSquared, rate: .radiansPerSecond),
    ]
  }

  /// Sets the units that the names of the columns do not state.
  func apply(to found: inout ColumnFinder, _ columns: [TextColumn]) {
    func has(_ word: StaticString) -> Bool {
      let word = LayoutFinder.bytes(word)
      return columns.contains { $0.name == word }
    }
    func isOfPart(_ sensor: SensorColumns?) -> Bool {
      guard let part else { return true }
      guard let place = sensor?.places.first else { return false }
      return columns[place].name.indices.contains { begins(columns[place].name, at: $0, part) }
    }
    guard names.allSatisfy(has), oneOf.isEmpty || oneOf.contains(where: has) else { return }
    if let stamp {
      guard let place = columns.firstIndex(where: { begins($0.name, at: 0, stamp) }) else { return }
      found.time = (place, .nanoseconds)
    }
    if let time, let known = found.time, known.unit == nil { found.time = (known.place, time) }
    if found.field?.unit == nil, !isOfPlainField || found.field?.isNamed == false, let field, isOfPart(found.field) {
      found.field?.unit = field
    }
    if found.force?.unit == nil, let force, isOfPart(found.force) { found.force?.unit = force }
    if found.rate?.unit == nil, let rate, isOfPart(found.rate) { found.rate?.unit = rate }
  }
}
