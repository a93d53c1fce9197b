// Messages of the vectors put together from their fields.

import Calibration
import FieldMonitor
import Heading
import LinkProtocol
import Navigation
import Quantities
import Testing

func date(_ v: FrameCase) -> SetDate {
  let flags: UInt8 = v.integer("dateFlags")
  return SetDate(date: flags & 1 == 0 ? nil : CalendarDay(days: v.integer("days")), isExtrapolating: flags & 2 == 2)
}

func filter(_ v: FrameCase) -> SetFilter {
  var filter = SetFilter()
  filter.minimumChange = v.integer("minimumChange")
  filter.heartbeat = v.integer("heartbeat")
  filter.timeConstant = v.integer("timeConstant")
  filter.sampleTimeout = v.integer("sampleTimeout")
  return filter
}

func orientation(_ v: FrameCase) -> SetOrientation {
  SetOrientation(
    display: DisplayOrientation(rawValue: v.integer("display")),
    pointer: AxisRemap.SignedAxis(rawValue: v.integer("pointer"))!)
}

func card(_ v: FrameCase) -> DeviationCard {
  DeviationCard(
    a: v.integer("a"), b: v.integer("b"), c: v.integer("c"), d: v.integer("d"), e: v.integer("e"))
}

func headingSettings(_ v: FrameCase) -> HeadingSettingsReport {
  var settings = HeadingSettingsReport()
  settings.location = location(v)
  settings.date = date(v)
  settings.reference = ReferenceChoice(rawValue: v.integer("reference"))!
  settings.orientation = orientation(v)
  settings.filter = filter(v)
  settings.card = card(v)
  settings.levelTolerance = v.integer("levelTolerance")
  return settings
}

func localField(_ v: FrameCase) -> LocalField {
  var local = LocalField()
  local.state = LocalFieldState(rawValue: v.integer("state"))!
  local.error = v.integer("error")
  let flags: UInt8 = v.integer("flags")
  local.field.q8Nanotesla = v.vector("field")
  local.field.horizontalQ8 = v.integer("horizontal")
  local.field.totalQ8 = v.integer("total")
  if flags & 1 == 1 { local.field.declination = BinaryAngle(rawValue: v.integer("declination")) }
  if flags & 2 == 2 { local.field.dip = BinaryAngle(rawValue: v.integer("dip")) }
  if flags & 4 == 4 { local.markExtrapolated() }
  return local
}

func fix(_ v: FrameCase) -> Fix {
  let flags: UInt8 = v.integer("flags")
  return Fix(
    time: Instant(microseconds: v.integer("time")),
    position: Position(latitude: v.integer("latitude"), longitude: v.integer("longitude"), height: v.integer("height")),
    horizontalMillimetres: flags & 1 == 0 ? nil : v.integer("horizontal"),
    speed: flags & 2 == 0 ? nil : v.integer("speed"),
    course: flags & 4 == 0 ? nil : BinaryAngle(rawValue: v.integer("course")),
    courseUncertainty: flags & 8 == 0 ? nil : v.integer("courseUncertainty"))
}

func destination(_ v: FrameCase) -> SetDestination {
  let flags: UInt8 = v.integer("flags")
  var request = SetDestination(
    destination: flags & 1 == 0 ? nil : Position(latitude: v.integer("latitude"), longitude: v.integer("longitude")))
  request.isEllipsoidal = flags & 2 != 0
  request.arrivalMillimetres = v.integer("arrival")
  request.leaveMillimetres = v.integer("leave")
  request.fixesToArrive = v.integer("fixesToArrive")
  request.fixAge = v.integer("fixAge")
  request.fixMillimetres = v.integer("fixAccuracy")
  request.worstAccuracy = v.integer("worstAccuracy")
  return request
}

func guidance(_ v: FrameCase) -> GuidanceReport {
  let flags: UInt8 = v.integer("flags")
  var report = GuidanceReport()
  report.time = Instant(microseconds: v.integer("time"))
  if let state = GuidanceState(rawValue: v.integer("state")) {
    let turn: UInt32 = v.integer("turn")
    report.view = GuidanceView(
      state: state, arrow: Arrow(rawValue: v.integer("arrow")), hidden: HiddenArrow(rawValue: v.integer("hidden")),
      turn: flags & 1 == 0 ? nil : turn == 1 << 31 ? 1 << 31 : Int64(Int32(bitPattern: turn)),
      bearing: flags & 2 == 0 ? nil : BinaryAngle(rawValue: v.integer("bearing")),
      millimetres: flags & 4 == 0 ? nil : v.integer("distance"))
  }
  report.heading = flags & 8 == 0 ? nil : BinaryAngle(rawValue: v.integer("heading"))
  report.course = flags & 16 == 0 ? nil : BinaryAngle(rawValue: v.integer("course"))
  report.courseUncertainty = v.integer("courseUncertainty")
  report.fixAge = v.integer("fixAge")
  let accuracy: UInt16 = v.integer("headingAccuracy")
  report.accuracy = accuracy == 0xffff ? nil : accuracy
  report.disturbance = DisturbanceState(rawValue: v.integer("disturbance"))!
  report.speed = flags & 32 == 0 ? nil : v.integer("speed")
  report.source = HeadingSource(rawValue: v.integer("source"))
  return report
}

func surroundings(_ v: FrameCase) -> SetSurroundings {
  let flags: UInt8 = v.integer("flags")
  var request = SetSurroundings(
    isForeground: flags & 1 != 0, hasHeadset: flags & 2 != 0, context: flags & 4 != 0 ? .kayaking : .standard,
    settlingTime: v.integer("settlingTime"))
  request.courseAbove = v.integer("courseAbove")
  request.distanceFilter = v.integer("distanceFilter")
  request.desiredAccuracy = v.integer("desiredAccuracy")
  return request
}

func sources(_ v: FrameCase) -> SourceReport {
  var report = SourceReport()
  report.time = Instant(microseconds: v.integer("time"))
  report.available = v.integer("available")
  report.settled = v.integer("settled")
  report.pose = HeldPose(rawValue: v.integer("pose"))
  report.context = WearingContext(rawValue: v.integer("context"))!
  for (i, byte) in v.byteString("choices").enumerated() { report.choices[i] = byte }
  return report
}

func sensorList(_ v: FrameCase) -> SensorList {
  var list = SensorList()
  list.lines = BusLines(rawValue: v.integer("lines"))
  let bytes = v.byteString("findings")
  for first in stride(from: 0, to: 8 * v.integer("count", as: Int.self), by: 8) {
    let worth = (0..<4).map { UInt32(bytes[first + 4 + $0]) << UInt32(8 * $0) }.reduce(0, |)
    list.add(
      ProbeFinding(
        address: bytes[first], chip: SensorChip(rawValue: bytes[first + 1]), register: bytes[first + 2],
        count: bytes[first + 3], bytes: worth))
  }
  return list
}

func calibrationReport(_ v: FrameCase) -> CalibrationReport {
  var report = CalibrationReport()
  report.time = Instant(microseconds: v.integer("time"))
  report.state = v.integer("state")
  report.flags = CalibrationReport.Flags(rawValue: v.integer("flags"))
  report.modelOrder = v.integer("modelOrder")
  report.grade = v.integer("grade")
  report.confidence = v.integer("confidence")
  report.predictedTypical = v.integer("predictedTypical")
  report.predictedWorst = v.integer("predictedWorst")
  report.residual = v.integer("residual")
  report.heldOutResidual = v.integer("heldOutResidual")
  report.dip = v.integer("dip")
  report.dipSpread = v.integer("dipSpread")
  report.tilt = v.integer("tilt")
  report.axisRatio = v.integer("axisRatio")
  report.middleRatio = v.integer("middleRatio")
  report.fieldStrength = v.integer("fieldStrength")
  report.samples = v.integer("samples")
  report.rejected = v.integer("rejected")
  report.milliseconds = v.integer("milliseconds")
  report.coverage = v.mask("coverage")
  report.hardIron = v.vector("hardIron")
  report.softIron = (v.vector("softIron0"), v.vector("softIron1"), v.vector("softIron2"))
  let reasons = v.byteString("reasons")
  #expect(reasons.count == 10 * v.integer("reasonCount", as: Int.self))
  for start in stride(from: 0, to: reasons.count, by: 10) {
    let numbers = [2, 6].map { at in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(reasons[start + at + $1]) << UInt32(8 * $1) }
    }
    report.add(
      ReportedReason(
        code: reasons[start], weight: ReasonWeight(rawValue: reasons[start + 1])!,
        measured: Int32(bitPattern: numbers[0]), limit: Int32(bitPattern: numbers[1])))
  }
  return report
}

func selfTestResult(_ v: FrameCase) {
  let name: StaticString =
    switch v.integer("nameLength", as: Int.self) {
    case 0: ""
    case 19: "cordic/axes-2^-32tn"
    default: "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnncut"
    }
  let report = SelfTestReport(
    index: v.integer("index"), total: v.integer("total"), status: SelfTestStatus(rawValue: v.integer("status"))!,
    measured: v.integer("measured"), limit: v.integer("limit"), name: SelfTestName(name))
  var frame = FrameBuffer()
  frame.begin(FrameHeader(kind: v.kind, token: v.token, sequence: v.sequence))
  report.append(to: &frame)
  #expect(FoundFrame(frame).payload == bytes(hex: v.payload), "\(v.name)")
  guard let result = SelfTestResult(payload: frame.payload) else {
    Issue.record("\(v.name): not readable")
    return
  }
  #expect(result.index == report.index && result.total == report.total && result.status == report.status)
  #expect(result.measured == report.measured && result.limit == report.limit)
  #expect((0..<result.nameLength).map { result.name[$0] } == v.byteString("name"), "\(v.name)")
}
