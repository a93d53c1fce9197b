// Errors as users meet them: one or two lines on standard error, and an exit status.
import SerialLink

/// An error that knows what to tell the user.
protocol UserFacingError: Error, CustomStringConvertible {
  /// One of the numbers of `ExitStatus`.
  var exitStatus: Int32 { get }
}

extension LinkError: UserFacingError {}

/// The command line asks for something that is not there.
struct UsageError: UserFacingError, Equatable {
  let description: String
  var exitStatus: Int32 { ExitStatus.usage.rawValue }

  init(_ description: String) { self.description = description }
}

/// A command cannot go on, for a reason given in words.
struct CommandError: UserFacingError, Equatable {
  let status: ExitStatus
  let description: String
  var exitStatus: Int32 { status.rawValue }

  init(_ status: ExitStatus, _ description: String) { (self.status, self.description) = (status, description) }
}
