// The boot ROM's loader, which receives new firmware over USB.
import CRP2040

/// The loader in the boot ROM.
public enum Loader {
  /// Restarts the chip into the loader. This ends the link.
  public static func enter() -> Never { rp2040_restart_into_loader() }
}
