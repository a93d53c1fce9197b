// What other filters reached on the 22 trials of docs/notebook/motion.md, as `make motion` measured it: recorded, not
// computed here.

/// Another filter's errors.
package struct MotionPeer: Sendable {
  /// Its name, and the package of PyPI that has it, with its version.
  package let name: String
  package let source: String
  /// By the rows of which a sample was the mean; a rate that was not run is absent.
  package let errors: [Int: MotionErrors]
}

/// Recorded figures. `make motion` measures them again on the same rows as the filter; a test holds these to docs/motion.json,
/// where it keeps them.
package enum MotionPeers {
  /// Of each filter, with the settings that docs/notebook/motion.md states.
  package static let recorded: [MotionPeer] = [
    MotionPeer(
      name: "VQF", source: "vqf 2.1.2",
      errors: [
        1: MotionErrors(total: 2.586, heading: 2.435, inclination: 0.71),
        3: MotionErrors(total: 2.711, heading: 2.495, inclination: 0.853),
        6: MotionErrors(total: 3.155, heading: 2.784, inclination: 1.17),
      ]),
    MotionPeer(
      name: "BasicVQF", source: "vqf 2.1.2",
      errors: [
        1: MotionErrors(total: 3.595, heading: 3.399, inclination: 1.009),
        3: MotionErrors(total: 3.632, heading: 3.387, inclination: 1.135),
        6: MotionErrors(total: 3.904, heading: 3.506, inclination: 1.425),
      ]),
    MotionPeer(
      name: "Madgwick", source: "ahrs 0.4.0",
      errors: [
        3: MotionErrors(total: 5.112, heading: 3.946, inclination: 3.002),
        6: MotionErrors(total: 5.383, heading: 4.175, inclination: 3.12),
      ]),
    MotionPeer(
      name: "Mahony", source: "ahrs 0.4.0",
      errors: [
        3: MotionErrors(total: 8.388, heading: 7.343, inclination: 3.68),
        6: MotionErrors(total: 9.121, heading: 8.175, inclination: 3.708),
      ]),
    MotionPeer(
      name: "x-io Fusion", source: "imufusion 1.3.3",
      errors: [
        1: MotionErrors(total: 10.224, heading: 8.276, inclination: 4.599),
        3: MotionErrors(total: 10.882, heading: 8.598, inclination: 5.051),
        6: MotionErrors(total: 11.053, heading: 9.004, inclination: 4.963),
      ]),
  ]

  /// The error of VQF under a fault, degrees: of its heading, for the start in motion of its total. By the rows of which a
  /// sample was the mean.
  package static func vqf(under fault: MotionFault, group: Int = 3) -> Double? {
    switch (fault, group) {
    case (.startInMotion, 1): 2.944
    case (.startInMotion, 3): 3.024
    case (.startInMotion, 6): 3.587
    case (.hardIron10, 3): 4.079
    case (.hardIron4, 3): 5.131
    case (.turned30, 3): 9.276
    case (.turned90, 3): 13.264
    case (.east30, 3): 18.275
    case (.east90, 3): 26.39
    case (.biasStep, 3): 2.492
    case (.scale1, 3): 4.926
    case (.scale3, 3): 12.814
    case (.range500, 3): 8.986
    case (.slowClock, 3): 8.513
    case (.fastClock, 3): 9.477
    default: nil
    }
  }
}
