// The processor of a board, as the main loop uses it.
import ChipRuntime
import Instrument
import LinkProtocol

/// A processor that restarts and fails on request, and measures its stack. It has no boot loader that it can start.
public struct ChipProcessor: DeviceProcessor, ~Copyable {
  private var stack = StackMeter()

  @inline(__always)
  public init() {}

  /// `.provocation`.
  public var capabilities: Capabilities { .provocation }

  /// The greatest depth so far; each call examines a part of the stack.
  @inline(__always)
  public mutating func stackHighWater() -> UInt32 { stack.highWater() }

  /// Traps, faults or hangs.
  public mutating func fail(_ failure: Provocation) {
    switch failure {
    case .trap: System.provokeTrap()
    case .hardFault: System.provokeHardFault()
    case .hang: System.provokeHang()
    // These alter what is measured or sent, and the instrument does it.
    case .none, .sign, .swap, .gain, .wire: return
    }
  }

  /// Restarts the processor.
  public mutating func reset() { System.reset() }

  /// Does nothing: the host cannot ask for it, because the capability is missing.
  public mutating func enterLoader() {}
}
