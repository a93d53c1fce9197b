// The integer model: official rows, places where it has to take care, its limits, and its slices.
import FixedPoint
import Foundation
import Quantities
import Reference
import TestSupport
import Testing

@testable import Geomagnetism

/// Foundation has a `Date` as well.
private typealias Day = CalendarDay

private let turn = 0x1p32 / 360

private func position(_ latitude: Double, _ longitude: Double, kilometres: Double = 0) -> Position {
  Position(
    latitude: Int32((latitude * turn).rounded()),
    longitude: Int32(truncatingIfNeeded: Int64((longitude * turn).rounded())),
    height: Int32((kilometres * 1e6).rounded()))
}

private func moment(_ year: Double) -> WorldMagneticModel.Moment {
  WorldMagneticModel.Moment(q22Years: Int32(((year - 2027.5) * 0x1p22).rounded()))
}

/// Largest difference to the equations in Double, nT, at exactly the integers' place and time.
private func error(_ place: Position, _ moment: WorldMagneticModel.Moment) throws -> Double {
  let found = try WorldMagneticModel.field(at: place, moment: moment, extrapolating: true).q8Nanotesla
  let expected = referenceModel.field(
    latitude: Double(place.latitude) / turn, longitude: Double(place.longitude) / turn,
    height: Double(place.height) * 1e-6, year: 2027.5 + Double(moment.q22Years) / 0x1p22
  ).vector
  return [
    Double(found.x) / 256 - expected.north, Double(found.y) / 256 - expected.east,
    Double(found.z) / 256 - expected.down,
  ].map(abs).max() ?? .nan
}

@Test func integerModel_meetsTheOfficialRows() throws {
  for row in try OfficialRow.all() {
    let field = try WorldMagneticModel.field(
      at: position(row.latitude, row.longitude, kilometres: row.height), moment: moment(row.year))
    #expect(abs(Double(field.q8Nanotesla.x) / 256 - row[8]) <= 0.1, "\(row.text)")
    #expect(abs(Double(field.q8Nanotesla.y) / 256 - row[9]) <= 0.1, "\(row.text)")
    #expect(abs(Double(field.q8Nanotesla.z) / 256 - row[10]) <= 0.1, "\(row.text)")
    #expect(abs(Double(field.horizontalQ8) / 256 - row[7]) <= 0.1, "\(row.text)")
    #expect(abs(Double(field.totalQ8) / 256 - row[11]) <= 0.1, "\(row.text)")
    // The rows have two decimals; 1504 nT is the least horizontal field among them.
    #expect(abs((field.declination?.signedDegrees ?? .nan) - row[5]) <= 0.005 + 0.004, "\(row.text)")
    #expect(abs((field.dip?.signedDegrees ?? .nan) - row[6]) <= 0.005 + 0.001, "\(row.text)")
    let zone: GeomagneticField.Zone = row[7] < 2000 ? .blackout : row[7] < 6000 ? .caution : .normal
    #expect(field.zone == zone, "\(row.text)")
  }
}

@Test(arguments: [90.0, -90, 89.9999999, -89.9999999, 0, 45, -45])
func integerModel_atPolesAndQuarters_isAsGoodAsElsewhere(latitude: Double) throws {
  for longitude in stride(from: -180.0, through: 180, by: 22.5) {
    for kilometres in [-1.0, 0, 850] {
      for year in [2025.0, 2027.5, 2030] {
        let worst = try error(position(latitude, longitude, kilometres: kilometres), moment(year))
        #expect(worst <= 0.06, "\(latitude)° \(longitude)° \(kilometres) km \(year): \(worst) nT")
      }
    }
  }
}

@Test func integerModel_isContinuousOverTheDateLine() throws {
  let east = try WorldMagneticModel.field(at: Position(latitude: 1 << 28, longitude: Int32.max), moment: moment(2026))
  let west = try WorldMagneticModel.field(at: Position(latitude: 1 << 28, longitude: Int32.min), moment: moment(2026))
  #expect(abs(east.q8Nanotesla.x - west.q8Nanotesla.x) <= 8)
  #expect(abs(east.q8Nanotesla.y - west.q8Nanotesla.y) <= 8)
  #expect(abs(east.q8Nanotesla.z - west.q8Nanotesla.z) <= 8)
}

@Test func slices_giveWhatOneCallGives() throws {
  let place = position(-33.9, 18.4, kilometres: 0.1)
  var evaluation = WorldModelEvaluation()
  #expect(evaluation.isFinished)
  try evaluation.begin(at: place, moment: moment(2026.25))
  var slices = 0
  while !evaluation.isFinished {
    evaluation.advance()
    slices += 1
  }
  #expect(slices == 15)
  #expect(evaluation.result == (try WorldMagneticModel.field(at: place, moment: moment(2026.25))))
}

@Test func evaluation_begunAnewInTheMiddle_forgetsTheOldPlace() throws {
  var evaluation = WorldModelEvaluation()
  for stop in 1...14 {
    try evaluation.begin(at: position(71, -140, kilometres: 400), moment: moment(2029))
    for _ in 0..<stop { evaluation.advance() }
    try evaluation.begin(at: position(-12, 30), moment: moment(2025.5))
    while !evaluation.isFinished { evaluation.advance() }
    #expect(evaluation.result == (try WorldMagneticModel.field(at: position(-12, 30), moment: moment(2025.5))))
  }
}

@Test func evaluation_refused_keepsWhatWasUnderWay() throws {
  var evaluation = WorldModelEvaluation()
  try evaluation.begin(at: position(10, 20), moment: moment(2026))
  evaluation.advance()
  #expect(throws: WorldModelError.tooHigh) {
    try evaluation.begin(at: position(10, 20, kilometres: 851), moment: moment(2026))
  }
  while !evaluation.isFinished { evaluation.advance() }
  #expect(evaluation.result == (try WorldMagneticModel.field(at: position(10, 20), moment: moment(2026))))
}

// MARK: - Limits

@Test func places_outsideTheModel_areRefusedWithTheReason() throws {
  func refusal(_ place: Position, _ moment: WorldMagneticModel.Moment, extrapolating: Bool = false) -> WorldModelError?
  {
    do throws(WorldModelError) {
      try WorldMagneticModel.check(place, at: moment, extrapolating: extrapolating)
      return nil
    } catch { return error }
  }
  let now = moment(2026)
  #expect(refusal(Position(latitude: 0x4000_0000, longitude: 0), now) == nil)
  #expect(refusal(Position(latitude: 0x4000_0001, longitude: 0), now) == .latitude)
  #expect(refusal(Position(latitude: -0x4000_0001, longitude: 0), now) == .latitude)
  #expect(refusal(Position(latitude: Int32.min, longitude: 0), now) == .latitude)
  #expect(refusal(Position(latitude: 0, longitude: 0, height: -1_000_000), now) == nil)
  #expect(refusal(Position(latitude: 0, longitude: 0, height: -1_000_001), now) == .tooLow)
  #expect(refusal(Position(latitude: 0, longitude: 0, height: 850_000_000), now) == nil)
  #expect(refusal(Position(latitude: 0, longitude: 0, height: 850_000_001), now) == .tooHigh)
  let here = position(10, 10)
  func on(_ year: Int32, _ month: Int32, _ day: Int32) throws -> WorldMagneticModel.Moment {
    WorldMagneticModel.Moment(try #require(Day(year: year, month: month, day: day)))
  }
  #expect(refusal(here, try on(2025, 1, 1)) == nil)
  #expect(refusal(here, try on(2024, 12, 31)) == .beforeModel)
  #expect(refusal(here, try on(2030, 1, 1)) == nil)
  #expect(refusal(here, try on(2030, 1, 2)) == .afterModel)
  #expect(refusal(here, try on(2030, 1, 2), extrapolating: true) == nil)
  #expect(refusal(here, try on(2040, 1, 2), extrapolating: true) == .beyondExtrapolation)
  #expect(refusal(here, try on(2014, 12, 31), extrapolating: true) == .beyondExtrapolation)
  for days in [Int32.min, Int32.max] {
    let far = WorldMagneticModel.Moment(Day(days: days))
    #expect(refusal(here, far, extrapolating: true) == .beyondExtrapolation)
  }
}

@Test(arguments: [2015.0, 2020, 2035, 2040])
func extrapolation_isTheModelsOwn(year: Double) throws {
  for latitude in stride(from: -90.0, through: 90, by: 15) {
    for longitude in stride(from: -180.0, to: 180, by: 45) {
      let worst = try error(position(latitude, longitude), moment(year))
      #expect(worst <= 0.3, "\(latitude)° \(longitude)° \(year): \(worst) nT")
    }
  }
}

@Test func moment_isTheDecimalYearOfTheDay() throws {
  for (year, month, day, past, length) in [
    (2025, 1, 1, 0.0, 365.0), (2026, 7, 2, 182, 365), (2028, 2, 29, 59, 366), (2028, 12, 31, 365, 366),
    (2030, 1, 1, 0, 365),
  ] as [(Int32, Int32, Int32, Double, Double)] {
    let date = try #require(Day(year: year, month: month, day: day))
    let expected = (Double(year) + past / length - 2027.5) * 0x1p22
    #expect(abs(Double(WorldMagneticModel.Moment(date).q22Years) - expected) <= 1)
  }
}

@Test func model_namesItselfAndItsDates() {
  #expect("\(WorldMagneticModel.name)" == "WMM-2025")
  #expect(WorldMagneticModel.firstDay == Day(year: 2025, month: 1, day: 1))
  #expect(WorldMagneticModel.lastDay == Day(year: 2030, month: 1, day: 1))
}
