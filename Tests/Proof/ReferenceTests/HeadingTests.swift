// Signs and special cases of the Double reference that a reader can check by head.

import Reference
import Testing

private let level = SIMD3<Int32>(0, 0, -1_000_000)

@Test(arguments: [
  (0.0, SIMD3<Int32>(20000, 0, 42890)), (90.0, SIMD3(0, -20000, 42890)),
  (180.0, SIMD3(-20000, 0, 42890)), (270.0, SIMD3(0, 20000, 42890)),
])
func heading_pointedAtTheQuarters(expected: Double, field: SIMD3<Int32>) {
  for force in [level, nil] {
    let result = ReferenceHeading(nanotesla: field, specificForceMicroG: force)
    #expect(result.headingDegrees == expected)
    #expect(result.isLevel == (force == nil))
    #expect(abs((result.dipDegrees ?? 0) - 65) < 0.001)
  }
}

@Test func heading_ofTheWorkedTiltExample() {
  let result = ReferenceHeading(
    field: SIMD3(0, 4124.5, 47143.8), specificForce: SIMD3(0, -500_000, -866_025))
  #expect(distance(result.rollDegrees, 30) < 1e-4)
  #expect(distance(result.headingDegrees, 90) < 1e-3)
  #expect(ReferenceHeading(field: SIMD3(0, 4124.5, 47143.8), specificForce: nil).headingDegrees == 270)
}

@Test func heading_withoutHorizontalFieldIsUndefined() {
  let result = ReferenceHeading(nanotesla: SIMD3(0, 0, 60000), specificForceMicroG: level)
  #expect(result.headingDegrees == nil)
  #expect(result.dipDegrees == 90)
}

@Test func heading_inFreeFallIsUndefined() {
  let result = ReferenceHeading(nanotesla: SIMD3(20000, 0, 42890), specificForceMicroG: .zero)
  #expect(result.headingDegrees == nil && result.rollDegrees == nil && result.pitchDegrees == nil)
  #expect(result.dipDegrees == nil && !result.isLevel)
}

@Test func heading_usesRecordThenMounting() {
  // The sensor's +Y looks forward and its −X right (mounting 9); its hard iron is on its own X.
  var record = ReferenceRecord()
  record.hardIronQ8 = SIMD3(60000 * 256, 0, 0)
  let result = ReferenceHeading(
    nanotesla: SIMD3(60000 + 20000, 0, 42890), record: record,
    mounting: ReferenceMounting(rawValue: 9) ?? .identity, specificForceMicroG: level)
  #expect(result.headingDegrees == 90)
}

@Test func conversion_marksOverflow() {
  #expect(!ReferenceConversion.isOverflow(counts: SIMD3(-2048, 2047, 0), scale: 1))
  #expect(ReferenceConversion.isOverflow(counts: SIMD3(0, 0, 2048), scale: 7))
  #expect(ReferenceConversion.isOverflow(counts: SIMD3(-4096, 0, 0), scale: 1))
  #expect(!ReferenceConversion.isOverflow(counts: SIMD3(1_000_000, 0, 0), scale: 0))
}

/// The values are those of the LSM303DLHC data sheet, DocID018771 rev. 2, table 3: 1, 2, 4 and 12 mg for one count.
@Test(arguments: [(0 as UInt8, 1 as Int32), (1, 1000), (2, 2000), (3, 4000), (4, 12_000)])
func microG_ofCounts_isTheirProductWithTheSensitivity(scale: UInt8, sensitivity: Int32) {
  let counts = SIMD3<Int32>(-2048, 1, 2047)
  #expect(
    ReferenceConversion.microG(counts: counts, scale: scale)
      == SIMD3(-2048 * sensitivity, sensitivity, 2047 * sensitivity))
}

@Test func microG_beyondTheTable_isNil() {
  #expect(ReferenceConversion.microG(counts: .zero, scale: 21) == nil)
  #expect(ReferenceConversion.microG(counts: .zero, scale: 255) == nil)
  for axis in 0..<3 {
    for count: Int32 in [-2049, 2048] {
      var counts = SIMD3<Int32>.zero
      counts[axis] = count
      #expect((1...4).allSatisfy { ReferenceConversion.microG(counts: counts, scale: UInt8($0)) == nil })
      #expect(ReferenceConversion.microG(counts: counts, scale: 0) == counts)
    }
  }
}

@Test func shortestDifference_wrapsAndPrefersMinus180() {
  #expect(ReferenceAngle.shortestDifferenceDegrees(from: 350, to: 10) == 20)
  #expect(ReferenceAngle.shortestDifferenceDegrees(from: 10, to: 350) == -20)
  #expect(ReferenceAngle.shortestDifferenceDegrees(from: 0, to: 180) == -180)
  #expect(ReferenceAngle.shortestDifferenceDegrees(from: 180, to: 0) == -180)
  #expect(ReferenceAngle.shortestDifferenceDegrees(from: 7, to: 7) == 0)
}

@Test func binaryAngle_readsUnsignedAndSigned() {
  #expect(ReferenceAngle.degrees(binary: 0x4000_0000) == 90)
  #expect(ReferenceAngle.degrees(binary: 0xc000_0000) == 270)
  #expect(ReferenceAngle.signedDegrees(binary: 0xc000_0000) == -90)
  #expect(ReferenceAngle.signedDegrees(binary: 0x8000_0000) == -180)
}

@Test func angle_ofTinyNegativeIsBelowAFullTurn() {
  #expect(ReferenceAngle.degrees(y: -1e-300, x: 1) == 0)
  #expect(ReferenceAngle.degrees(y: -0.0, x: -1) == 180)
}
