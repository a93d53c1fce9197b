// Messages of the vectors put together from their fields.

import Quantities
import Testing
import Wire

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
        code: reasons[start], weight: ReportedReason.Weight(rawValue: reasons[start + 1])!,
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
    measured: v.integer("measured"), limit: v.integer("limit"), name: name)
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
