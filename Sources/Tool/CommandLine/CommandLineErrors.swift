// Errors for users: one or two lines on standard error, and an exit status.
import SerialLink

/// An error with a text for the user.
protocol UserFacingError: Error, CustomStringConvertible {
  /// One of the values of `ExitStatus`.
  var exitStatus: Int32 { get }
}

extension LinkError: UserFacingError {}

/// The command line asks for something that does not exist.
struct UsageError: UserFacingError, Equatable {
  let description: String
  var exitStatus: Int32 { ExitStatus.usage.rawValue }

  init(_ description: String) { self.description = description }
}

/// A command cannot continue, for a reason given as text.
struct CommandError: UserFacingError, Equatable {
  let status: ExitStatus
  let description: String
  var exitStatus: Int32 { status.rawValue }

  init(_ status: ExitStatus, _ description: String) { (self.status, self.description) = (status, description) }
}
