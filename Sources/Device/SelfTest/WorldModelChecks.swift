// A check of Geomagnetism.

import FixedPoint
import Geomagnetism
import Quantities

extension SelfTestList {
  /// Latitude and longitude in 2^−32 turns, height in millimetres, years from 2027.5 in 2^−22; then the field in
  /// 1/256 nT. Rows 1, 45, 58, 100 of the official test values of WMM2025: 89° N 121° W, 28 km, 2025.0; 43° S 50° E,
  /// 57 km, 2027.0; 13° S 59° W, 0 km, 2027.5; 18° S 138° E, 77 km, 2029.5.
  #if objectFormat(ELF)
    @section(".rodata.selftest.official")
  #endif
  private static let official: [28 of Int32] = [
    1_061_811_359, -1_443_586_230, 28_000_000, -10_485_760, -65_380, -379_510, 14_385_738,
    -513_009_983, 596_523_236, 57_000_000, -2_097_152, 2_868_160, -3_216_240, -8_504_670,
    -155_096_041, -703_897_418, 0, 0, 5_469_657, -1_723_536, -1_564_752,
    -214_748_365, 1_646_404_130, 77_000_000, 8_388_608, 8_128_383, 632_898, -8_913_253,
  ]

  static func worldModelRows() -> Int32 {
    var worst = WorstDistance()
    var row = 0
    while row < 28 {
      let place = vector(official.span, row)
      let position = Position(latitude: place.x, longitude: place.y, height: place.z)
      let moment = WorldMagneticModel.Moment(q22Years: official[row &+ 3])
      if let field = try? WorldMagneticModel.field(at: position, moment: moment) {
        worst.compare(field.q8Nanotesla.x, official[row &+ 4])
        worst.compare(field.q8Nanotesla.y, official[row &+ 5])
        worst.compare(field.q8Nanotesla.z, official[row &+ 6])
      } else {
        worst.fail()
      }
      row &+= 7
    }
    return worst.value
  }
}
