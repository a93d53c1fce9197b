// The device's table of scales against the reference's, over ends, middle and random counts of every scale.
import Quantities
import Reference
import TestSupport
import Testing

@Suite struct ScaleComparisonTests {
  @Test func everyScale_givesTheSameIntegers() {
    var random = SeededGenerator(seed: 0x5ca1e)
    for code in UInt8(1)...255 {
      for bits in [10, 12, 13, 14, 16, 18, 20, 24] {
        let end = Int32(1) << Int32(bits - 1)
        let near = (0..<4).map { _ in Int32(truncatingIfNeeded: random.next() % UInt64(2 * end)) - end }
        for counts in [
          Vector3(x: end - 1, y: -end, z: 1), Vector3(x: end, y: 0, z: 0), Vector3(x: 0, y: 0, z: -end - 1),
          Vector3(x: 1 - end, y: -1, z: end - 2), Vector3(x: near[0], y: near[1], z: near[2]),
        ] {
          compare(counts, code)
        }
      }
    }
    #expect(Int(FieldScale.last.rawValue) == ReferenceConversion.lastScales.field)
    #expect(Int(ForceScale.last.rawValue) == ReferenceConversion.lastScales.force)
    #expect(Int(RateScale.last.rawValue) == ReferenceConversion.lastScales.rate)
  }

  private func compare(_ counts: Vector3, _ code: UInt8) {
    let simd = SIMD3(counts.x, counts.y, counts.z)
    let field = FieldScale(rawValue: code).field(of: counts)?.nanotesla
    #expect(triple(field) == ReferenceConversion.nanotesla(counts: simd, scale: code), "field \(code), \(counts)")
    if field != nil {
      #expect(
        FieldScale(rawValue: code).isBeyondRange(counts) == ReferenceConversion.isOverflow(counts: simd, scale: code),
        "range \(code), \(counts)")
    }
    let force = ForceScale(rawValue: code).force(of: counts)?.microG
    #expect(triple(force) == ReferenceConversion.microG(counts: simd, scale: code), "force \(code), \(counts)")
    let rate = RateScale(rawValue: code).rate(of: counts)?.q20
    #expect(triple(rate) == ReferenceConversion.rate(counts: simd, scale: code), "rate \(code), \(counts)")
  }

  private func triple(_ v: Vector3?) -> SIMD3<Int32>? { v.map { SIMD3($0.x, $0.y, $0.z) } }
}
