// The reader of recordings for the page: bytes of a file in, samples out.

import RecordingText

/// A file that is read, piece by piece.
struct PageText {
  var reader = TextReader()
  var found: Recognition?
  /// Spreads the samples of a row.
  var clock: SampleClock?
  /// The number of rows without a required number.
  var passed = 0
}

/// The layout of a file's rows, in the form for JavaScript: 16 bytes.
struct PageTextLayout {
  /// 0: it is read. 1: it has no rows of numbers. 2: it is no text. 3: nobody says which columns are the field. 4: the
  /// field has two axes.
  var state: UInt8 = 0
  /// The code of `TextUnit`; 255: not known.
  var fieldUnit: UInt8 = 255
  var forceUnit: UInt8 = 255
  var timeUnit: UInt8 = 255
  /// 1: the unit was recognised by the size of the numbers.
  var isFieldBySize: UInt8 = 0
  var isForceBySize: UInt8 = 0
  var hasNames: UInt8 = 0
  var columns: UInt8 = 0
  /// The places of the field, from 1.
  var x: UInt8 = 0
  var y: UInt8 = 0
  var z: UInt8 = 0
  /// The mark between cells, or 1 for labels, 2 for JSON, 3 for MotionCal.
  var form: UInt8 = 0
  var passed: UInt32 = 0
}

/// Bytes of a reader of text.
@c(pageTextSize)
public func pageTextSize() -> Int32 { objectSize(PageText.self) }

/// Makes a reader of text.
@c(pageTextInit)
public func pageTextInit(_ memory: UnsafeMutableRawPointer?) -> Int32 {
  initialise(memory, PageKind.text) { PageText() }
}

/// Gives the reader's own memory back, before its place is taken.
@c(pageTextEnd)
public func pageTextEnd(_ memory: UnsafeMutableRawPointer?) -> Int32 {
  guard let text = value(of: memory, PageKind.text, as: PageText.self) else { return PageCode.kind }
  text.pointee = PageText()
  return PageCode.success
}

/// Adds the next bytes of the file.
/// - Parameters:
///   - bytes: as they stand in the file.
///   - isLast: 1: no more come.
@c(pageTextFeed)
public func pageTextFeed(
  _ memory: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int32, _ isLast: Int32
) -> Int32 {
  guard let text = value(of: memory, PageKind.text, as: PageText.self) else { return PageCode.kind }
  guard let bytes else { return PageCode.address }
  guard count >= 0 else { return PageCode.range }
  text.pointee.reader.feed(Array(UnsafeBufferPointer(start: bytes, count: Int(count))))
  if isLast != 0 { text.pointee.reader.finish() }
  text.pointee.reader.judgeIfReady()
  if text.pointee.found == nil, text.pointee.reader.layout != nil {
    let found = Recognition(text.pointee.reader)
    text.pointee.reader.samples = found.samples
    text.pointee.clock = SampleClock(text.pointee.reader) { pageTime($0, found) }
    text.pointee.found = found
  }
  return PageCode.success
}

/// Describes the rows.
/// - Parameter layout: room for 16 bytes, a `PageTextLayout`.
/// - Returns: 1 when the beginning was judged, else 0.
@c(pageTextLayout)
public func pageTextLayout(_ memory: UnsafeMutableRawPointer?, _ layout: UnsafeMutableRawPointer?) -> Int32 {
  guard let text = value(of: memory, PageKind.text, as: PageText.self) else { return PageCode.kind }
  guard isGood(UnsafeRawPointer(layout), alignment: 4), let layout else { return PageCode.address }
  var told = PageTextLayout()
  defer { layout.storeBytes(of: told, as: PageTextLayout.self) }
  guard let found = text.pointee.found, let known = text.pointee.reader.layout else {
    told.state = text.pointee.reader.encoding == .binary ? 2 : 1
    return text.pointee.reader.isOver ? 1 : 0
  }
  told.hasNames = known.hasNames ? 1 : 0
  told.columns = UInt8(truncatingIfNeeded: min(255, known.columns.count))
  switch known.form {
  case .separated(let mark): told.form = mark
  case .labelled, .stacked: told.form = 1
  case .json: told.form = 2
  case .motionCal, .uniform: told.form = 3
  }
  told.passed = UInt32(truncatingIfNeeded: text.pointee.passed)
  guard let field = found.field, found.doubt != .columns else {
    told.state = 3
    return 1
  }
  guard field.places.count == 3 else {
    told.state = 4
    return 1
  }
  func place(_ axis: Int) -> UInt8 { UInt8(truncatingIfNeeded: field.places[axis] + 1) }
  (told.x, told.y, told.z) = (place(0), place(1), place(2))
  told.fieldUnit = (field.unit ?? .microtesla).rawValue
  // The page cannot ask: it uses the most plausible unit, and reports it.
  if case .unit(let units)? = found.doubt { told.fieldUnit = (units.first ?? .counts).rawValue }
  told.isFieldBySize = found.isFieldUnitBySize ? 1 : 0
  if let force = found.force { told.forceUnit = (force.unit ?? .standardGravity).rawValue }
  told.isForceBySize = found.isForceUnitBySize ? 1 : 0
  if let time = found.time { told.timeUnit = (time.unit ?? .seconds).rawValue }
  return 1
}

/// The time of the reader's row, seconds.
private func pageTime(_ reader: TextReader, _ found: Recognition) -> Double? {
  guard let time = found.time, let whole = reader.seconds(time.place, time.unit ?? .seconds) else { return nil }
  guard let part = found.timePart else { return whole }
  return reader.seconds(part.place, part.unit).map { whole + $0 }
}

/// The next sample.
/// - Parameter sample: room for seven Doubles: seconds, the field in the file's unit, the force in the file's unit; NaN for
///   what the file does not have.
/// - Returns: 1 when there was one, 0 when more bytes are needed or there is none.
@c(pageTextNext)
public func pageTextNext(_ memory: UnsafeMutableRawPointer?, _ sample: UnsafeMutablePointer<Double>?) -> Int32 {
  guard let text = value(of: memory, PageKind.text, as: PageText.self) else { return PageCode.kind }
  guard isGood(UnsafeRawPointer(sample), alignment: 8), let sample else { return PageCode.address }
  guard let found = text.pointee.found, let field = found.field else { return 0 }
  while text.pointee.reader.next() {
    var isGood = text.pointee.reader.isWhole
    sample[0] = .nan
    if let time = pageTime(text.pointee.reader, found) {
      sample[0] = text.pointee.clock?.time(time, text.pointee.reader) ?? time
    }
    for axis in 0..<3 {
      let value = axis < field.places.count ? text.pointee.reader.value(field.places[axis]) : 0
      sample[1 + axis] = value ?? .nan
      if value == nil { isGood = false }
      guard let force = found.force else {
        sample[4 + axis] = .nan
        continue
      }
      sample[4 + axis] = text.pointee.reader.value(force.places[axis]) ?? .nan
      if sample[4 + axis].isNaN { isGood = false }
    }
    if isGood { return 1 }
    text.pointee.passed += 1
  }
  return 0
}
