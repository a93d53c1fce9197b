// Which of the chips that a board may carry is fitted.
import Quantities

/// Two sensors of a kind, of which at most one is fitted. For three, the second is such a pair again.
///
/// They are tried in turn, one attempt each, until the identity of one answers and its configuration reads back. That
/// one is fitted and stays so while it works. After a loss the search begins with it, and goes on for ever: a chip
/// that comes back is found again. With none fitted every attempt gives `.unavailable` with its error, but in the first
/// round only the last one: until then the sensor is starting.
public struct FirstFitted<First: Sensor, Second: Sensor>: Sensor where First.Sample == Second.Sample {
  public typealias Sample = First.Sample

  private var first: First
  private var second: Second
  /// Which of the two is fitted, or being tried.
  private var isSecond = false
  /// The last of the candidates was refused in the last poll.
  private var isRefused = false
  /// All candidates were tried, or one has given a sample.
  private var isRoundOver = false

  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Polls the fitted chip; while none is fitted, the candidates in turn.
  public mutating func poll<Bus: RegisterBus & ~Copyable>(
    _ bus: inout Bus, at now: Instant
  ) -> SensorOutcome<Sample> {
    isRefused = false
    let outcome = isSecond ? second.poll(&bus, at: now) : first.poll(&bus, at: now)
    guard case .unavailable = outcome else {
      if case .sample = outcome { isRoundOver = true }
      return outcome
    }
    if (isSecond ? second.progress : first.progress) == .refused {
      isRefused = isSecond
      isRoundOver = isRoundOver || isSecond
      isSecond.toggle()
    }
    return isRoundOver ? outcome : .nothing
  }

  /// Sets the rate of all candidates.
  public mutating func setRate(atLeast milliHertz: UInt32) {
    first.setRate(atLeast: milliHertz)
    second.setRate(atLeast: milliHertz)
  }

  /// Numbers the sensor among those of its kind on the board.
  public mutating func setInstance(_ instance: UInt8) {
    first.setInstance(instance)
    second.setInstance(instance)
  }

  /// Of the fitted chip, or of the candidate that is being tried: identity, rate in thousandths of a hertz, delay in
  /// microseconds, and scale.
  public var identity: SensorIdentity { isSecond ? second.identity : first.identity }
  public var milliHertz: UInt32 { isSecond ? second.milliHertz : first.milliHertz }
  public var delay: UInt16 { isSecond ? second.delay : first.delay }
  public var scaleCode: UInt8 { isSecond ? second.scaleCode : first.scaleCode }
  /// How far bring-up has come.
  public var progress: SensorProgress { isRefused ? .refused : isSecond ? second.progress : first.progress }
}

extension FirstFitted: Magnetometer where First: Magnetometer, Second: Magnetometer {}
extension FirstFitted: Accelerometer where First: Accelerometer, Second: Accelerometer {}
extension FirstFitted: Gyroscope where First: Gyroscope, Second: Gyroscope {}
