// Failing on request, so that it can be shown that failures are reported.
import ChipRuntime
import LinkProtocol

extension Provocation {
  /// Fails in this way; what only damages measurements is the instrument's business and does nothing here.
  public func carryOut() {
    switch self {
    case .trap: System.provokeTrap()
    case .hardFault: System.provokeHardFault()
    case .hang: System.provokeHang()
    case .none, .sign, .swap, .gain, .wire: return
    }
  }
}
