// The mark of a record that a program gives to a board for its run only.

/// A record that a program gives to a board, and takes back.
package enum LentRecord {
  /// The serial number of the sensor in such a record. If the program is killed, the next one recognises by it that the
  /// record does not belong to the board.
  package static let serial: UInt32 = 0x4b43_4843
}
