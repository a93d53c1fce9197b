// Display orientation, pointing axis and attitude: rows A16–A18 and A25 of docs/heading.md.

import FieldMonitor
import Foundation
import Heading
import Quantities
import TestSupport
import Testing

private let offsets: [(DisplayOrientation, Double)] = [
  (.portrait, 0), (.upsideDown, 180), (.landscapeLeft, 90), (.landscapeRight, -90), (.faceUp, 0), (.faceDown, 0),
  (.unknown, 0),
]

/// The seed's loop: only what is greater than 360 is brought back.
private func naive(_ heading: Double, _ offset: Double) -> Double {
  var sum = heading + offset
  while sum > 360 { sum -= 360 }
  return sum
}

@Test func orientation_everyOne_turnsBothHeadingsModuloOneTurn() {
  for (orientation, offset) in offsets {
    for heading in stride(from: 0.0, to: 360, by: 45) {
      var service = service(declination: 15)
      service.display = orientation
      let word = service.assess(evidence(heading, at: 0))
      #expect(apart(word.magnetic!, angle(heading + offset)) < 1e-6)
      #expect(apart(word.trueNorth!, angle(heading + offset + 15)) < 1e-6)
      let shown = word.magnetic!.degrees
      #expect(shown >= 0 && shown < 360, "\(orientation) \(heading)")
    }
  }
}

@Test func orientation_sumOf360_isNorth() {
  var service = service()
  service.display = .landscapeLeft
  let word = service.assess(evidence(270, at: 0))
  #expect(word.magnetic == .zero)
  #expect(naive(270, 90) == 360, "the naive loop leaves 360")
}

@Test func orientation_belowZero_isWrapped() {
  var service = service()
  service.display = .landscapeRight
  let word = service.assess(evidence(45, at: 0))
  #expect(word.magnetic == angle(315))
  #expect(naive(45, -90) == -45, "the naive loop leaves a negative heading")
}

@Test func orientation_invalidHeading_staysInvalid() {
  for (orientation, offset) in offsets {
    var service = service()
    service.display = orientation
    let word = service.assess(evidence(0, at: 0))
    #expect(word.trueNorth == nil)
    let silent = service.assessSilence(.outdated, mode: 0, at: at(1))
    #expect(silent.magnetic == nil && silent.trueNorth == nil)
    if offset == 90 { #expect(naive(-1, offset) == 89, "the naive sum makes a heading of the sentinel") }
  }
}

@Test func orientation_names_areThoseOfTheSeed() {
  #expect(
    offsets.map { "\($0.0.name)" } == [
      "portrait", "upside down", "landscape left", "landscape right", "face up", "face down", "unknown",
    ])
}

/// The specific force of a display whose right edge is turned by `degrees` from level towards up, seen upright.
private func upright(_ degrees: Double) -> Acceleration {
  let angle = degrees * .pi / 180
  return Acceleration(microG: Vector3(x: Int32(1e6 * cos(angle)), y: Int32(1e6 * sin(angle)), z: 0))
}

@Test func orientation_fromAttitude_isThatOfTheEdgeThatIsUp() {
  for (force, expected) in [
    (Vector3(x: 1_000_000, y: 0, z: 0), DisplayOrientation.portrait), (Vector3(x: -1_000_000, y: 0, z: 0), .upsideDown),
    (Vector3(x: 0, y: 1_000_000, z: 0), .landscapeLeft), (Vector3(x: 0, y: -1_000_000, z: 0), .landscapeRight),
  ] {
    var watch = OrientationWatch()
    watch.add(Acceleration(microG: force))
    #expect(watch.edge == expected && watch.flat == nil)
  }
}

/// The specific force of a display that is tilted by `tilt` degrees from flat, with the edge at `edge` degrees up: 0 is the
/// top, 90 the right one.
private func held(edge: Double, tilt: Double) -> Acceleration {
  let (edge, tilt) = (edge * .pi / 180, tilt * .pi / 180)
  return Acceleration(
    microG: Vector3(
      x: Int32(1e6 * sin(tilt) * cos(edge)), y: Int32(1e6 * sin(tilt) * sin(edge)), z: Int32(-1e6 * cos(tilt))))
}

@Test(arguments: [16.0, 30, 43, 47, 50, 70, 90])
func orientation_isKnownAtEveryTilt(tilt: Double) {
  var watch = OrientationWatch()
  var turns: [(Int, DisplayOrientation)] = []
  for i in Array(0...90) + Array((0..<90).reversed()) {
    let before = watch.edge
    watch.add(held(edge: Double(i), tilt: tilt))
    if watch.edge != before { turns.append((i, watch.edge)) }
  }
  // There when within 40° of the right edge, back when within 40° of the top.
  #expect(turns.map(\.1) == [.portrait, .landscapeLeft, .portrait])
  #expect(turns.map(\.0) == [0, 50, 40])
}

@Test func orientation_ofAFlatDisplay_isTheLastOne() {
  var watch = OrientationWatch()
  watch.add(Acceleration(microG: .zero))
  watch.add(held(edge: 0, tilt: 14))
  #expect(watch.edge == .unknown && watch.flat == .faceUp)
  watch.add(held(edge: 90, tilt: 60))
  #expect(watch.edge == .landscapeLeft && watch.flat == nil)
  watch.add(held(edge: 0, tilt: 10))
  #expect(watch.edge == .landscapeLeft && watch.flat == .faceUp)
  watch.add(held(edge: 0, tilt: 175))
  #expect(watch.edge == .landscapeLeft && watch.flat == .faceDown)
}

@Test(arguments: [(false, DisplayOrientation.landscapeLeft, 90.0), (true, .faceUp, 0)])
func service_flatDisplay_keepsItsEdgeOrCountsAsPortrait(isPortrait: Bool, told: DisplayOrientation, offset: Double) {
  var service = service()
  service.display = nil
  service.isFlatPortrait = isPortrait
  _ = service.assess(evidence(0, at: 0, force: held(edge: 90, tilt: 60).microG))
  let flat = service.assess(evidence(0, at: 1, force: held(edge: 90, tilt: 5).microG))
  #expect(flat.orientation == told && flat.isDisplayFlat)
  #expect(abs((flat.magnetic?.degrees ?? 0) - offset) < 0.01)
}

/// The viewer faces north throughout, and turns the display.
@Test func service_axisThroughTheDisplay_isNotTurned() {
  var service = service()
  service.display = nil
  service.pointsThroughDisplay = true
  for edge in [0.0, 90, 180, 270] {
    let found = service.assess(evidence(0, at: edge, force: held(edge: edge, tilt: 80).microG))
    #expect(abs(found.magnetic?.signedDegrees ?? 99) < 0.01, "\(found.orientation)")
  }
}

@Test func orientation_extremes_doNotOverflow() {
  var random = SeededGenerator(seed: 3)
  for _ in 0..<10_000 {
    var watch = OrientationWatch()
    let any = { (random: inout SeededGenerator) in Int32(truncatingIfNeeded: random.next() >> (random.next() & 31)) }
    let v = Vector3(x: any(&random), y: any(&random), z: any(&random))
    watch.add(Acceleration(microG: v))
    let (x, y, z) = (Double(v.x), Double(v.y), Double(v.z))
    let across = (x * x + y * y).squareRoot()
    let share = across / (x * x + y * y + z * z).squareRoot()
    if share > sin(15.1 * .pi / 180) { #expect(watch.flat == nil, "\(v)") }
    if share < sin(14.9 * .pi / 180) { #expect(watch.flat != nil, "\(v)") }
    guard share > sin(15.1 * .pi / 180) else { continue }
    let largest = max(abs(x), abs(y)) / across
    if largest > cos(39.8 * .pi / 180) { #expect(watch.edge != .unknown, "\(v)") }
    if largest < cos(40.2 * .pi / 180) { #expect(watch.edge == .unknown, "\(v)") }
  }
}

@Test func orientation_untrustedForce_changesNothing() {
  var service = service()
  service.display = nil
  #expect(service.assess(evidence(0, at: 0, force: Vector3(x: 1_000_000, y: 0, z: 0))).orientation == .portrait)
  var status = FieldStatus()
  status.reasons = .forceUntrusted
  let thrown = service.assess(evidence(0, at: 1, force: Vector3(x: 0, y: 2_000_000, z: 0), status: status))
  #expect(thrown.orientation == .portrait && thrown.doubts.contains(.accelerated))
}

@Test func pointingAxis_everyOne_givesTheHeadingOfThatAxis() throws {
  // Body forward to the north, right to the east, level: the axes point north, south, east, west.
  let field = CorrectedField(q8Nanotesla: Vector3(x: 20_000 << 8, y: 0, z: 43_000 << 8))
  let up = Acceleration(microG: Vector3(x: 0, y: 0, z: -1_000_000))
  for (axis, heading) in [(AxisRemap.SignedAxis.plusX, 0.0), (.minusX, 180), (.plusY, 90), (.minusY, 270)] {
    let frame = AxisRemap.pointing(axis)
    let found = try TiltCompensation.solve(
      field: CorrectedField(q8Nanotesla: frame.body(field.q8Nanotesla)),
      specificForce: Acceleration(microG: frame.body(up.microG)))
    #expect(apart(found.heading, angle(heading)) < 1e-4)
    #expect(found.roll == .zero && found.pitch == .zero)
  }
  // Held upright, forward up and the display towards the viewer, who looks north: the back looks north, too.
  let held = CorrectedField(q8Nanotesla: Vector3(x: -43_000 << 8, y: 0, z: 20_000 << 8))
  let above = Acceleration(microG: Vector3(x: 1_000_000, y: 0, z: 0))
  for (axis, heading) in [(AxisRemap.SignedAxis.plusZ, 0.0), (.minusZ, 180)] {
    let frame = AxisRemap.pointing(axis)
    let found = try TiltCompensation.solve(
      field: CorrectedField(q8Nanotesla: frame.body(held.q8Nanotesla)),
      specificForce: Acceleration(microG: frame.body(above.microG)))
    #expect(apart(found.heading, angle(heading)) < 1e-4)
    #expect(apart(found.roll!, .zero) < 1e-4 && apart(found.pitch, .zero) < 1e-4)
  }
}

@Test func deviationCard_isAppliedBeforeSmoothingAndDisplay() {
  var service = service(declination: 5)
  service.card = DeviationCard(a: Int32(bitPattern: angle(3).rawValue), b: 0, c: 0, d: 0, e: 0)
  service.display = .upsideDown
  let word = service.assess(evidence(10, at: 0))
  #expect(apart(word.magnetic!, angle(193)) < 1e-5 && apart(word.trueNorth!, angle(198)) < 1e-5)
}
