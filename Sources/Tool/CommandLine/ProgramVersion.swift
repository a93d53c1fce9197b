// The version of the program and of the firmware that it builds.

extension CommandLineTool {
  package static let version = "0.1.0"
}
