// How long a driver waits for what.

/// The times that every driver keeps.
public enum SensorTiming {
  /// Bus faults, with no sample and no finished bring-up between them, after which the bus is cleared and the chip
  /// initialised again.
  public static var faultsBeforeRecovery: UInt8 { 3 }
  /// From a bus fault to the next try.
  public static var busRetryMicroseconds: UInt32 { 5000 }
  /// From a failed bring-up to the next.
  public static var bringUpRetryMicroseconds: UInt32 { 250_000 }
  /// Temperature and configuration are read in turn, one each time this has passed.
  public static var supervisionMicroseconds: UInt32 { 500_000 }
}
