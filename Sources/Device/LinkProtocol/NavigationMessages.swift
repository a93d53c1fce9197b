// Fixes, destination and guidance (Protocols/link/spec.md, "setFix" and what follows).

import FieldMonitor
import Navigation
import Quantities
import RawMemory

/// The device's position from a position source. The time is device time; 0 means the moment at which the device
/// receives the fix.
extension Fix: Message {
  public func append(to frame: inout FrameBuffer) {
    var flags: UInt8 = horizontalMillimetres == nil ? 0 : 1
    if speed != nil { flags |= 2 }
    if course != nil { flags |= 4 }
    if courseUncertainty != nil { flags |= 8 }
    frame.append(flags)
    frame.append(time.microseconds)
    frame.append(position.latitude)
    frame.append(position.longitude)
    frame.append(position.height)
    frame.append(horizontalMillimetres ?? 0)
    frame.append(speed ?? 0)
    frame.append((course ?? .zero).rawValue)
    frame.append(courseUncertainty ?? 0)
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    let flags = reader.uint8()
    let time = Instant(microseconds: reader.uint64())
    let latitude = reader.int32()
    let longitude = reader.int32()
    let height = reader.int32()
    let horizontal = reader.uint32()
    let speed = reader.uint32()
    let course = BinaryAngle(rawValue: reader.uint32())
    let uncertainty = reader.uint32()
    if reader.isOverrun { return nil }
    self.init(
      time: time, position: Position(latitude: latitude, longitude: longitude, height: height),
      horizontalMillimetres: flags & 1 != 0 ? horizontal : nil, speed: flags & 2 != 0 ? speed : nil,
      course: flags & 4 != 0 ? course : nil, courseUncertainty: flags & 8 != 0 ? uncertainty : nil)
  }
}

/// The destination of guidance and the conditions of arrival, or the end of guidance.
public struct SetDestination: Message, Equatable, Sendable {
  /// `nil` ends guidance.
  public var destination: Position?
  /// Whether distances and bearings are computed on the WGS84 ellipsoid instead of the mean sphere.
  public var isEllipsoidal = false
  /// At this distance or below, the destination is reached, in millimetres; at least 1.
  public var arrivalMillimetres: UInt32 = 20_000
  /// At this distance the destination is left again, in millimetres; not below `arrivalMillimetres`.
  public var leaveMillimetres: UInt32 = 24_000
  /// The number of consecutive fixes that must be within the arrival radius; at least 1.
  public var fixesToArrive: UInt8 = 1
  /// The greatest age of a fix that can guide, in microseconds.
  public var fixAge: UInt32 = 30_000_000
  /// The largest error of a fix that can guide, in millimetres.
  public var fixMillimetres: UInt32 = 100_000
  /// The worst accuracy of a heading that can guide: hundredths of a degree, up to 18,000.
  public var worstAccuracy: UInt16 = 4500

  public init(destination: Position?) { self.destination = destination }

  public func append(to frame: inout FrameBuffer) {
    frame.append((destination == nil ? UInt8(0) : 1) | (isEllipsoidal ? 2 : 0))
    frame.append(destination?.latitude ?? 0)
    frame.append(destination?.longitude ?? 0)
    frame.append(arrivalMillimetres)
    frame.append(leaveMillimetres)
    frame.append(fixesToArrive)
    frame.append(fixAge)
    frame.append(fixMillimetres)
    frame.append(worstAccuracy)
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    let flags = reader.uint8()
    let latitude = reader.int32()
    let longitude = reader.int32()
    arrivalMillimetres = reader.uint32()
    leaveMillimetres = reader.uint32()
    fixesToArrive = reader.uint8()
    fixAge = reader.uint32()
    fixMillimetres = reader.uint32()
    worstAccuracy = reader.uint16()
    if reader.isOverrun { return nil }
    destination = flags & 1 != 0 ? Position(latitude: latitude, longitude: longitude) : nil
    isEllipsoidal = flags & 2 != 0
  }
}

/// The state of guidance and what to show, with the course.
public struct GuidanceReport: Message, Equatable, Sendable {
  /// The device time for which the report holds.
  public var time = Instant(microseconds: 0)
  /// `nil` without a destination, or for a state of a later version, which is then in `unknownState`.
  public var view: GuidanceView?
  /// The device's own heading from true north.
  public var heading: BinaryAngle?
  /// The direction of movement; `nil` when the device does not move.
  public var course: BinaryAngle?
  /// 68 % of the course errors are below this, in 2^−32 turns; 0 without a course.
  public var courseUncertainty: UInt32 = 0
  /// Microseconds since the latest valid fix, at most 2^32 − 1. This largest value also means that there is no fix.
  public var fixAge = UInt32.max
  /// The accuracy of the device's heading, as in a reading's assessment; `nil` without a valid heading.
  public var accuracy: UInt16?
  /// The field monitor's state of the field.
  public var disturbance = DisturbanceState.clear
  /// Speed over ground from the latest fix, in millimetres per second; `nil` when the fix is too old or has no speed.
  public var speed: UInt32?
  /// The source of the arrow's direction: the course or the device; `nil` if neither is available.
  public var source: HeadingSource?
  /// The received code if the state is one of a later version; otherwise 0.
  public private(set) var unknownState: UInt8 = 0

  public init() {}

  public func append(to frame: inout FrameBuffer) {
    frame.append(time.microseconds)
    frame.append(view?.state.rawValue ?? 0xff)
    frame.append(view?.arrow?.rawValue ?? 0xff)
    frame.append(view?.hidden?.rawValue ?? 0xff)
    var flags: UInt8 = view?.turn == nil ? 0 : 1
    if view?.bearing != nil { flags |= 2 }
    if view?.millimetres != nil { flags |= 4 }
    if heading != nil { flags |= 8 }
    if course != nil { flags |= 16 }
    if speed != nil { flags |= 32 }
    frame.append(flags)
    frame.append(UInt32(truncatingIfNeeded: view?.turn ?? 0))
    frame.append((view?.bearing ?? .zero).rawValue)
    frame.append(UInt64(bitPattern: view?.millimetres ?? 0))
    frame.append((heading ?? .zero).rawValue)
    frame.append((course ?? .zero).rawValue)
    frame.append(courseUncertainty)
    frame.append(fixAge)
    frame.append(accuracy ?? 0xffff)
    frame.append(disturbance.rawValue)
    frame.append(speed ?? 0)
    frame.append(source?.rawValue ?? 0xff)
  }

  public init?(payload: Span<UInt8>) {
    var reader = ByteReader(payload)
    time = Instant(microseconds: reader.uint64())
    let state = reader.uint8()
    let arrow = reader.uint8()
    let hidden = reader.uint8()
    let flags = reader.uint8()
    let turn = reader.uint32()
    let bearing = BinaryAngle(rawValue: reader.uint32())
    let millimetres = Int64(bitPattern: reader.uint64())
    let heading = BinaryAngle(rawValue: reader.uint32())
    let course = BinaryAngle(rawValue: reader.uint32())
    courseUncertainty = reader.uint32()
    fixAge = reader.uint32()
    let accuracyValue = reader.uint16()
    disturbance = DisturbanceState(rawValue: reader.uint8()) ?? .suspect
    let speedValue = reader.uint32()
    source = HeadingSource(rawValue: reader.uint8())
    if reader.isOverrun { return nil }
    accuracy = accuracyValue == 0xffff ? nil : accuracyValue
    speed = flags & 32 != 0 ? speedValue : nil
    if state != 0xff {
      if let known = GuidanceState(rawValue: state) {
        view = GuidanceView(
          state: known, arrow: Arrow(rawValue: arrow), hidden: HiddenArrow(rawValue: hidden),
          turn: flags & 1 != 0 ? GuidanceView.turn(Int32(bitPattern: turn)) : nil,
          bearing: flags & 2 != 0 ? bearing : nil, millimetres: flags & 4 != 0 ? millimetres : nil)
      } else {
        unknownState = state
      }
    }
    self.heading = flags & 8 != 0 ? heading : nil
    self.course = flags & 16 != 0 ? course : nil
  }
}
