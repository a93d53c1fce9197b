// Requests about place, date and the heading service (Protocols/link/spec.md, "setLocation" and what follows).

import Heading
import Quantities
import RawMemory

/// Where the device is, or that its position is no longer known.
public struct SetLocation: Message, Equatable, Sendable {
  public var position: Position?

  public init(position: Position?) { self.position = position }

  public func append(to frame: inout FrameBuffer) {
    frame.append(position == nil ? UInt8(0) : UInt8(1))
    frame.append(position?.latitude ?? 0)
    frame.append(position?.longitude ?? 0)
    frame.append(position?.height ?? 0)
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    let flags = reader.uint8()
    let latitude = reader.int32()
    let longitude = reader.int32()
    let height = reader.int32()
    if reader.isOverrun { return nil }
    position = flags & 1 == 1 ? Position(latitude: latitude, longitude: longitude, height: height) : nil
  }
}

/// Which day it is, or that the date is no longer known.
public struct SetDate: Message, Equatable, Sendable {
  public var date: CalendarDay?
  /// Whether dates up to ten years outside the world model are accepted too.
  public var isExtrapolating: Bool

  public init(date: CalendarDay?, isExtrapolating: Bool = false) {
    self.date = date
    self.isExtrapolating = isExtrapolating
  }

  public func append(to frame: inout FrameBuffer) {
    frame.append((date == nil ? UInt8(0) : 1) | (isExtrapolating ? 2 : 0))
    frame.append(date?.days ?? 0)
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    let flags = reader.uint8()
    let days = reader.int32()
    if reader.isOverrun { return nil }
    date = flags & 1 == 1 ? CalendarDay(days: days) : nil
    isExtrapolating = flags & 2 == 2
  }
}

/// How the instrument is held: its display, and its pointing axis.
public struct SetOrientation: Message, Equatable, Sendable {
  /// `nil`: the orientation is found from the attitude, which needs an accelerometer.
  public var display: DisplayOrientation?
  /// When `display` is `nil`: whether a flat display counts as face up or face down, instead of keeping its last
  /// orientation.
  public var isFlatPortrait = false
  /// The body axis whose heading is reported; `nil`: the most level of +X, +Z and −Z.
  public var pointer: AxisRemap.SignedAxis?

  /// The code on the link for "found from the attitude".
  static var automatic: UInt8 { 7 }
  /// The code for the same, but face up or face down when flat.
  static var automaticFlat: UInt8 { 8 }
  /// The code on the link for the most level axis.
  static var mostLevel: UInt8 { 6 }

  public init(display: DisplayOrientation? = .portrait, pointer: AxisRemap.SignedAxis? = .plusX) {
    self.display = display
    self.pointer = pointer
  }

  public func append(to frame: inout FrameBuffer) {
    frame.append(display?.rawValue ?? (isFlatPortrait ? Self.automaticFlat : Self.automatic))
    frame.append(pointer?.rawValue ?? Self.mostLevel)
  }

  public init?(payload: Span<UInt8>) {
    guard payload.count >= 2, payload[0] <= Self.automaticFlat else { return nil }
    pointer = AxisRemap.SignedAxis(rawValue: payload[1])
    if pointer == nil, payload[1] != Self.mostLevel { return nil }
    isFlatPortrait = payload[0] == Self.automaticFlat
    if payload[0] < Self.automatic {
      guard let known = DisplayOrientation(rawValue: payload[0]) else { return nil }
      display = known
    } else {
      display = nil
    }
  }
}

extension DeviationCard: Message {
  public func append(to frame: inout FrameBuffer) {
    frame.append(a)
    frame.append(b)
    frame.append(c)
    frame.append(d)
    frame.append(e)
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    self.init(&reader)
    if reader.isOverrun { return nil }
  }

  init(_ reader: inout ByteReader) {
    let a = reader.int32()
    let b = reader.int32()
    let c = reader.int32()
    let d = reader.int32()
    let e = reader.int32()
    self.init(a: a, b: b, c: c, d: d, e: e)
  }
}

/// How level an instrument without accelerometer is kept: one standard deviation about each axis, 1/10 degree.
public enum LevelTolerance {
  public static var afterBoot: UInt8 { 50 }
  public static var largest: UInt8 { 150 }
}

/// All settings of the heading service.
public struct HeadingSettingsReport: Message, Equatable, Sendable {
  public var location = SetLocation(position: nil)
  public var date = SetDate(date: nil)
  public var reference = ReferenceChoice.best
  public var orientation = SetOrientation()
  public var filter = SetFilter()
  public var card = DeviationCard.none
  /// As in `setLevelTolerance`.
  public var levelTolerance = LevelTolerance.afterBoot
  /// Codes of a later version, as received. In that case `reference` is `.best`, the display `.unknown`, the pointer
  /// `.plusX`.
  public private(set) var otherReference: UInt8?
  public private(set) var otherDisplay: UInt8?
  public private(set) var otherPointer: UInt8?

  public init() {}

  public func append(to frame: inout FrameBuffer) {
    location.append(to: &frame)
    date.append(to: &frame)
    frame.append(reference.rawValue)
    orientation.append(to: &frame)
    filter.append(to: &frame)
    card.append(to: &frame)
    frame.append(levelTolerance)
  }

  public init?(payload: Span<UInt8>) {
    guard payload.count > Layout.HeadingSettings.levelTolerance,
      let location = SetLocation(
        payload: payload.extracting(Layout.HeadingSettings.locationFlags..<Layout.HeadingSettings.dateFlags)),
      let date = SetDate(
        payload: payload.extracting(Layout.HeadingSettings.dateFlags..<Layout.HeadingSettings.reference)),
      let filter = SetFilter(
        payload: payload.extracting(Layout.HeadingSettings.minimumChange..<Layout.HeadingSettings.a)),
      let card = DeviationCard(
        payload: payload.extracting(Layout.HeadingSettings.a..<Layout.HeadingSettings.levelTolerance))
    else { return nil }
    self.location = location
    self.date = date
    (reference, otherReference) = Self.known(payload[Layout.HeadingSettings.reference], or: .best)
    let pointer = payload[Layout.HeadingSettings.pointer]
    orientation.pointer = nil
    if pointer != SetOrientation.mostLevel { (orientation.pointer, otherPointer) = Self.known(pointer, or: .plusX) }
    let display = payload[Layout.HeadingSettings.display]
    orientation.display = nil
    orientation.isFlatPortrait = display == SetOrientation.automaticFlat
    if display != SetOrientation.automatic, display != SetOrientation.automaticFlat {
      (orientation.display, otherDisplay) = Self.known(display, or: .unknown)
    }
    self.filter = filter
    self.card = card
    levelTolerance = payload[Layout.HeadingSettings.levelTolerance]
  }

  /// The case with this code. If there is none: `replacement`, and the code as received.
  private static func known<Known: RawRepresentable>(
    _ code: UInt8, or replacement: Known
  ) -> (Known, UInt8?) where Known.RawValue == UInt8 {
    guard let known = Known(rawValue: code) else { return (replacement, code) }
    return (known, nil)
  }
}

/// Whether the Earth's field at the device's place is known.
public enum LocalFieldState: UInt8, Sendable {
  /// The place or the date is unknown.
  case unknown = 0
  /// The world model is being evaluated.
  case computing = 1
  case known = 2
  /// The world model is not valid for this place and date.
  case refused = 3
}

extension LocalField {
  public init?(payload: Span<UInt8>) {
    self.init(image: payload)
    flags &= 7
    reserved = 0
  }

  /// The state. A code of a later version counts as unknown.
  public var state: LocalFieldState {
    get { LocalFieldState(rawValue: stateCode) ?? .unknown }
    set { stateCode = newValue.rawValue }
  }

  /// Declination, east positive; `nil` if it is not defined.
  public var declination: BinaryAngle? { flags & 1 == 0 ? nil : declinationValue }
  /// Dip, positive below the horizon; `nil` if it is not defined.
  public var dip: BinaryAngle? { flags & 2 == 0 ? nil : dipValue }
  /// Whether the date is outside the model's dates: the field is extrapolated, and the declination is less certain.
  public var isExtrapolated: Bool { flags & 4 != 0 }

  /// Sets `isExtrapolated`, until `field` is set again.
  public mutating func markExtrapolated() { flags |= 4 }

  /// The field; zero if it is unknown.
  public var field: GeomagneticField {
    get {
      GeomagneticField(
        q8Nanotesla: q8Nanotesla, horizontalQ8: horizontalQ8, totalQ8: totalQ8, declination: declination, dip: dip)
    }
    set {
      q8Nanotesla = newValue.q8Nanotesla
      horizontalQ8 = newValue.horizontalQ8
      totalQ8 = newValue.totalQ8
      flags = (newValue.declination == nil ? 0 : 1) | (newValue.dip == nil ? 0 : 2)
      declinationValue = newValue.declination ?? .zero
      dipValue = newValue.dip ?? .zero
    }
  }
}
