// The solver as the state machine sees it, and the directions seen while no solve has looked yet.
import Correction
import FixedPoint
import Quantities

/// Directions of the field about a centre that is not known yet: the middle of the box that holds all samples, and
/// after a solve the centre it found.
///
/// A direction counts about the centre of its time. When the centre moves by more than a quarter of the radius, what
/// was counted is void and counting begins anew: better to ask for a direction twice than to believe in one that was
/// not there.
struct LiveCoverage: Equatable, Sendable {
  private(set) var seen = Coverage()
  private var low = Vector3.zero
  private var high = Vector3.zero
  private var isEmpty = true
  /// About which `seen` was counted; nanotesla.
  private var centre = Vector3.zero
  private var isSolved = false

  /// - Parameter isCentred: nothing has to be found before directions mean something: an accelerometer's offset is small.
  init(isCentred: Bool = false) { isSolved = isCentred }

  /// - Parameter field: within ±2^21.
  mutating func take(_ field: Vector3) {
    if isEmpty {
      isEmpty = false
      low = field
      high = field
    }
    low = Vector3(x: min(low.x, field.x), y: min(low.y, field.y), z: min(low.z, field.z))
    high = Vector3(x: max(high.x, field.x), y: max(high.y, field.y), z: max(high.z, field.z))
    let half = Self.largest(high.x &- low.x, high.y &- low.y, high.z &- low.z) &>> 1
    if !isSolved {
      let middle = Vector3(
        x: (low.x &+ high.x) &>> 1, y: (low.y &+ high.y) &>> 1, z: (low.z &+ high.z) &>> 1)
      move(to: middle, radius: half)
    }
    let v = Vector3(x: field.x &- centre.x, y: field.y &- centre.y, z: field.z &- centre.z)
    // Close to a centre that is only a guess a direction means nothing.
    guard Self.largest(v.x, v.y, v.z) > half &>> 2 else { return }
    seen.insert(Coverage.cell(of: v))
  }

  /// A solve found the centre (nanotesla) and the radius.
  mutating func settle(_ found: Vector3, radius: UInt32) {
    isSolved = true
    move(to: found, radius: Int32(bitPattern: radius & 0x3fff_ffff))
  }

  private mutating func move(to other: Vector3, radius: Int32) {
    let way = Self.largest(other.x &- centre.x, other.y &- centre.y, other.z &- centre.z)
    guard way > radius &>> 2 else { return }
    centre = other
    seen = Coverage()
  }

  private static func largest(_ x: Int32, _ y: Int32, _ z: Int32) -> Int32 {
    Int32(bitPattern: max(x.magnitude, max(y.magnitude, z.magnitude)))
  }
}

/// `CalibrationFit` with the directions seen so far.
public struct GuidedFit: CalibrationFitting, ~Copyable {
  public private(set) var fit: CalibrationFit
  private var live = LiveCoverage()

  public init(_ configuration: FitConfiguration) { fit = CalibrationFit(configuration) }

  public var configuration: FitConfiguration { fit.configuration }
  public var outcome: FitOutcome { fit.outcome }
  public var sampleCount: UInt32 { fit.sampleCount }
  public var coverage: DirectionCells {
    DirectionCells(live.seen.words.0, live.seen.words.1, live.seen.words.2)
  }

  public mutating func restart() {
    fit.restart()
    live = LiveCoverage(isCentred: fit.configuration.isGravity)
  }

  public mutating func restart(forGravity isGravity: Bool) {
    fit.configuration.turn(toGravity: isGravity)
    restart()
  }

  public mutating func take(field: Vector3, specificForce: Vector3?, at now: Instant) -> SampleVerdict {
    let verdict = fit.take(field: field, specificForce: specificForce, at: now)
    if verdict == .accepted { live.take(field) }
    return verdict
  }

  public mutating func heldOut(_ i: Int32) -> Vector3? { fit.heldOut(i) }

  public mutating func beginSolve() { fit.beginSolve() }

  public mutating func step() -> FitProgress {
    let progress = fit.step()
    if progress == .finished, fit.outcome.model.rawValue >= ModelOrder.sphere.rawValue {
      live.settle(fit.outcome.wholeCentre, radius: fit.outcome.radius)
    }
    return progress
  }
}
