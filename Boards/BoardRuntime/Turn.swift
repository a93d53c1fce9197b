// One turn of the main loop, the same on every board.
import ChipRuntime
import Instrument
import Quantities

/// A serial line as the main loop uses it; a chip's UART is one.
public protocol SerialPort: ~Copyable {
  mutating func receive() -> UInt8?
  mutating func canSend() -> Bool
  mutating func send(_ byte: UInt8)
}

extension CompassInstrument where Navigation: ~Copyable, Motion: ~Copyable {
  /// Receives bytes, does one slice of work and sends bytes.
  /// - Parameter now: read after the sensors were polled, which takes milliseconds: a host takes the time in an answer for one
  ///   between its question and the answer.
  @inline(__always)
  public mutating func turn<Port: SerialPort & ~Copyable>(
    at now: Instant, on port: inout Port, _ stack: inout StackMeter
  ) {
    while let byte = port.receive() { receive(byte, at: now) }
    run(at: now)
    while port.canSend(), let byte = nextByte() { port.send(byte) }
    setStackHighWater(bytes: stack.highWater())
  }

  /// Does the actions that are the same on every board, and returns the next other one. Call it until it returns `nil`.
  @inline(__always)
  public mutating func nextActionOfTheBoard() -> BoardAction? {
    while let action = nextAction() {
      switch action {
      case .reset: System.reset()
      case .provoke(let provocation):
        provocation.carryOut()
        return action
      case .enterLoader, .setSensorRate, .storage, .listSensors, .testSensor: return action
      }
    }
    return nil
  }
}
