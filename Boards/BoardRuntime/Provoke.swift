// Failures on request, to show that they are reported.
import ChipRuntime
import LinkProtocol

extension Provocation {
  /// Causes this failure. Those that only change measurements are done by `Sabotage` and the instrument; here they do nothing.
  public func carryOut() {
    switch self {
    case .trap: System.provokeTrap()
    case .hardFault: System.provokeHardFault()
    case .hang: System.provokeHang()
    case .none, .sign, .swap, .gain, .wire: return
    }
  }
}
