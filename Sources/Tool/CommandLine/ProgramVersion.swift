// The version of the program and of the firmware that it builds.

extension CommandLineTool {
  /// The version of this checkout; `docs/release.md` says where else it stands.
  package static let version = "0.1.0"
}
