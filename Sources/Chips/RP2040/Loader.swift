// The boot ROM's loader, which takes new firmware over USB.
import CRP2040

/// The loader in the boot ROM.
public enum Loader {
  /// Restarts the chip into it; the link ends.
  public static func enter() -> Never { rp2040_restart_into_loader() }
}
