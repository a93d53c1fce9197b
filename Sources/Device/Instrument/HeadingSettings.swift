// The settings of the heading service. They are stored as the bytes with which a host sets and reads them.

import FixedPoint
import LinkProtocol
import Quantities
import RawMemory

/// The reply to `getHeadingSettings`: a `HeadingSettingsReport`, in which each request has its place.
struct HeadingSettings: ~Copyable {
  private var bytes = InlineArray<58, UInt8>(repeating: 0)
  private let inPlace = InPlace()

  /// The places of requests and fields.
  enum Place {
    static var location: Int { Layout.HeadingSettings.locationFlags }
    static var date: Int { Layout.HeadingSettings.dateFlags }
    static var reference: Int { Layout.HeadingSettings.reference }
    static var display: Int { Layout.HeadingSettings.display }
    static var pointer: Int { Layout.HeadingSettings.pointer }
    static var filter: Int { Layout.HeadingSettings.minimumChange }
    static var card: Int { Layout.HeadingSettings.a }
    static var levelTolerance: Int { Layout.HeadingSettings.levelTolerance }
  }

  init() {
    put(SetFilter().sampleTimeout, at: Layout.HeadingSettings.sampleTimeout)
    bytes[Place.levelTolerance] = LevelTolerance.afterBoot
  }

  var contents: Span<UInt8> {
    @_lifetime(borrow self)
    get { bytes.span }
  }

  /// The places of the requests from `setLocation` to `setLevelTolerance`. Those that set nothing here have no place.
  private static let places: [10 of UInt8] = [0, 13, 18, 21, 19, 37, 0, 0, 0, 57]

  /// - Parameter kind: a request that sets something.
  static func place(of kind: UInt8) -> Int {
    Int(truncatingIfNeeded: places[Int(truncatingIfNeeded: kind &- MessageKind.setLocation.rawValue)])
  }

  /// Applies the fields of a request, which are within their ranges.
  /// - Returns: whether any setting has changed.
  @inline(never)
  mutating func apply(_ request: borrowing FrameBuffer, at place: Int, count: Int) -> Bool {
    // Location and date begin with flags. If the lowest flag is not set, the other bytes have no meaning and are stored
    // as zeros.
    var mask: UInt8 = place == Place.location ? 1 : place == Place.date ? 3 : 0xff
    var changes: UInt8 = 0
    var i = 0
    while i < count {
      let value = request.payloadByte(i) & mask
      if i == 0, mask <= 3 { mask = 0 &- (value & 1) }
      changes |= value ^ bytes[place &+ i]
      bytes[place &+ i] = value
      i &+= 1
    }
    return changes != 0
  }

  @inline(never)
  func byte(_ place: Int) -> UInt8 { bytes.span[place] }

  @inline(never)
  func word(_ place: Int) -> UInt32 {
    var word: UInt32 = 0
    for i in 0..<4 { word = word &>> 8 | UInt32(truncatingIfNeeded: byte(place &+ i)) &<< 24 }
    return word
  }

  private func signed(_ place: Int) -> Int32 { Int32(bitPattern: word(place)) }

  @inline(never)
  private mutating func put(_ word: UInt32, at place: Int) {
    var rest = word
    for i in 0..<4 {
      bytes[place &+ i] = UInt8(truncatingIfNeeded: rest)
      rest = rest &>> 8
    }
  }

  // MARK: - Fields

  // Requests were checked against the ranges of their bytes. The link numbers the cases as memory does.
  var reference: ReferenceChoice { Unchecked.enumeration(numbered: byte(Place.reference)) }

  /// `nil`: found from the attitude. In memory this is the number after the last case; larger numbers count as it.
  var display: DisplayOrientation? {
    let number = byte(Place.display)
    return Unchecked.enumeration(numbered: number < 7 ? number : 7)
  }

  /// Whether a flat display counts as face up or face down.
  var isFlatPortrait: Bool { byte(Place.display) == 8 }

  /// `nil`: the most level axis. In memory this is the number after the last case.
  var pointer: AxisRemap.SignedAxis? { Unchecked.enumeration(numbered: byte(Place.pointer)) }

  var position: Position? {
    if byte(Place.location) == 0 { return nil }
    return Position(
      latitude: signed(Place.location &+ 1), longitude: signed(Place.location &+ 5),
      height: signed(Place.location &+ 9))
  }

  mutating func setPosition(_ position: Position) {
    bytes[Place.location] = 1
    put(UInt32(bitPattern: position.latitude), at: Place.location &+ 1)
    put(UInt32(bitPattern: position.longitude), at: Place.location &+ 5)
    put(UInt32(bitPattern: position.height), at: Place.location &+ 9)
  }

  var date: CalendarDay? { byte(Place.date) & 1 == 0 ? nil : CalendarDay(days: signed(Place.date &+ 1)) }

  var isExtrapolating: Bool { byte(Place.date) & 2 != 0 }

  var card: DeviationCard {
    DeviationCard(
      a: signed(Place.card), b: signed(Place.card &+ 4), c: signed(Place.card &+ 8), d: signed(Place.card &+ 12),
      e: signed(Place.card &+ 16))
  }

  mutating func setCard(_ card: DeviationCard) {
    put(UInt32(bitPattern: card.a), at: Place.card)
    put(UInt32(bitPattern: card.b), at: Place.card &+ 4)
    put(UInt32(bitPattern: card.c), at: Place.card &+ 8)
    put(UInt32(bitPattern: card.d), at: Place.card &+ 12)
    put(UInt32(bitPattern: card.e), at: Place.card &+ 16)
  }
}
