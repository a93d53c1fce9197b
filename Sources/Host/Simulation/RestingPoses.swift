// The poses in which a person lays down an instrument to calibrate its accelerometer.

extension Attitude {
  /// The six sides up, then the twelve edges and the eight corners. Each pose is a few degrees off, as in a person's
  /// hand.
  package static let restingPoses: [Attitude] = {
    let sides: [(pitch: Double, roll: Double)] = [(0, 0), (0, 180), (-90, 0), (90, 0), (0, 90), (0, -90)]
    let edges: [(pitch: Double, roll: Double)] = [
      (0, 45), (0, 135), (0, -45), (0, -135), (45, 0), (-45, 0), (45, 180), (-45, 180), (45, 90), (45, -90), (-45, 90),
      (-45, -90),
    ]
    let corners = [35.3, -35.3].flatMap { pitch in [45, 135, -45, -135].map { (pitch: pitch, roll: Double($0)) } }
    return (sides + edges + corners).enumerated().map { index, pose in
      let beside = Double(index * 7 % 9) - 4
      return Attitude(
        headingDegrees: Double(index) * 83, pitchDegrees: max(-90, min(90, pose.pitch + beside)),
        rollDegrees: pose.roll - beside)
    }
  }()
}
