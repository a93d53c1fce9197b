// Half a count of every scale, which the accuracy of a heading includes, fits the byte in which the compass keeps it.
import Binnacle
import Quantities
import Testing

@Test func halfOfACount_fitsAByte_withEveryScale() {
  let largest = Int32(type(of: CompassSamples().halfCountNanotesla).max)
  var scales = 0
  // Scale 0 is one nanotesla a count; the others have a rule each.
  for code in 1...UInt8.max {
    guard let rule = FieldScale(rawValue: code).rule else { continue }
    scales += 1
    let half = rule.numerator / 2 / rule.denominatorXY
    #expect(half <= largest, "scale \(code): \(half) nT do not fit; make halfCountNanotesla of CompassSamples wider")
  }
  #expect(scales >= 34)
}
