// What other filters reached on the 22 trials of docs/motion.md, as `make motion` measured it: recorded, not computed here.

/// Another filter's errors.
public struct MotionPeer: Sendable {
  /// Its name, and the package of PyPI that has it, with its version.
  public let name: String
  public let source: String
  /// By the rows of which a sample was the mean; a rate that was not run is absent.
  public let errors: [Int: MotionErrors]
}

/// Recorded figures. `make motion` measures them again on the same rows as the filter; a test holds these to docs/motion.json,
/// where it keeps them.
public enum MotionPeers {
  /// Of each filter, with the settings that docs/motion.md states.
  public static let recorded: [MotionPeer] = [
    MotionPeer(
      name: "VQF", source: "vqf 2.1.2",
      errors: [
        1: MotionErrors(total: 2.59, heading: 2.43, inclination: 0.71),
      ]),
  ]

  /// The error of VQF under a fault, degrees: of its heading, for the start in motion of its total. By the rows of which a
  /// sample was the mean.
  public static func vqf(under fault: MotionFault, group: Int = 3) -> Double? {
    switch (fault, group) {
    case (.scale3, 3): 12.814
    default: nil
    }
  }
}
