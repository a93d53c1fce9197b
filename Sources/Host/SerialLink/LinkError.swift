// The errors of a link, with texts for the user.
import Foundation

/// A link could not be opened, or it failed.
package enum LinkError: Error, Equatable, Sendable {
  /// The port or host does not exist. `hint` lists those that exist.
  case notFound(name: String, hint: String)
  /// This user may not open the port. `group` is the group whose members may; nil if there is no such group.
  case permission(name: String, group: String?)
  /// Another process uses the port. `holder` is its name, if the system reports it.
  case busy(name: String, holder: String?)
  /// It exists but cannot serve as a link.
  case cannotOpen(name: String, reason: String)
  /// The other side disappeared while the link was in use.
  case lost(name: String, reason: String)
  /// An expected event did not happen in time.
  case timeout(name: String, awaited: String)

  /// Exit status of a command that ends with this error. 5: cannot open; 3: link lost.
  package var exitStatus: Int32 {
    switch self {
    case .notFound, .permission, .busy, .cannotOpen: 5
    case .lost, .timeout: 3
    }
  }
}

extension LinkError: CustomStringConvertible {
  /// One or two lines: what happened, and what to do next.
  package var description: String {
    switch self {
    case .notFound(let name, let hint):
      "\(name) is not there.\n\(hint)"
    case .permission(let name, let group?):
      """
      No permission to open \(name): it belongs to group \(group), and you are not a member (or not yet in this login).
      Run `sudo usermod -aG \(group) $USER`, then log out and in again.
      """
    case .permission(let name, nil):
      """
      No permission to open \(name), and its mode gives no group access.
      Run `sudo chgrp dialout \(name) && sudo chmod g+rw \(name)`, then `sudo usermod -aG dialout $USER`.
      """
    case .busy(let name, let holder?):
      "\(name) is in use by \(holder).\nEnd that program, then try again."
    case .busy(let name, nil):
      "\(name) is in use by another program.\nSee which with `sudo lsof \(name)`, end it, then try again."
    case .cannotOpen(let name, let reason):
      "\(name) cannot be opened: \(reason)"
    case .lost(let name, let reason):
      "\(name) is gone: \(reason).\n\(afterLoss(of: name))"
    case .timeout(let name, let awaited):
      "\(name) did not answer in time: \(awaited).\nCheck that the board runs and that the baud rate is right."
    }
  }
}

/// What to do after the other side of a link has disappeared.
private func afterLoss(of name: String) -> String {
  if name.hasPrefix("/") { return "Check its cable and supply, then start again; `stream --reconnect` waits for it." }
  return name.hasPrefix("tcp:") ? "Check that the server still runs, then start again." : "Start again."
}

extension LinkError {
  /// The error for a failed `open` of a device node.
  ///
  /// - Parameters:
  ///   - code: the `errno` of the failed call.
  ///   - path: the path of the node, to find its group and the process that uses it.
  static func opening(name: String, path: String, code: Int32) -> LinkError {
    switch code {
    case ENOENT:
      .notFound(name: name, hint: SerialPorts.hint())
    case ENODEV, ENXIO:
      .notFound(name: name, hint: "The name exists but no device is behind it. \(SerialPorts.hint())")
    case EACCES, EPERM:
      .permission(name: name, group: groupAdmitted(to: path))
    case EBUSY, EWOULDBLOCK:
      .busy(name: name, holder: PortHolders.describe(path: path))
    default:
      .cannotOpen(name: name, reason: String(cString: strerror(code)))
    }
  }

  /// The group that may read and write the node, or nil. The group root gives nil: no user should join it for a port.
  package static func groupAdmitted(to path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o060 == 0o060, status.st_gid != 0,
      let entry = getgrgid(status.st_gid)
    else { return nil }
    return String(cString: entry.pointee.gr_name)
  }
}
