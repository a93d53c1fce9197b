// NMEA 0183 sentences for tests, their checksums found without the code under test.
import Foundation

/// "$", the body, "*", the exclusive or of its characters as two digits, and the end of the line.
package func sentence(_ body: String) -> String {
  "$\(body)*" + String(format: "%02X", body.utf8.reduce(0, ^)) + "\r\n"
}
