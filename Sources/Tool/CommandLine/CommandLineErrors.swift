// Errors for users: one or two lines on standard error, and an exit status.
import BoardKit
import SerialLink

/// An error with a text for the user.
package protocol UserFacingError: Error, CustomStringConvertible {
  /// One of the values of `ExitStatus`.
  var exitStatus: Int32 { get }
}

extension LinkError: UserFacingError {}
extension BoardError: UserFacingError {}

/// The command line asks for something that does not exist.
package struct UsageError: UserFacingError, Equatable {
  package let description: String
  package var exitStatus: Int32 { ExitStatus.usage.rawValue }

  package init(_ description: String) { self.description = description }
}

/// A command cannot continue, for a reason given as text.
package struct CommandError: UserFacingError, Equatable {
  package let status: ExitStatus
  package let description: String
  package var exitStatus: Int32 { status.rawValue }

  package init(_ status: ExitStatus, _ description: String) { (self.status, self.description) = (status, description) }
}
