// Guesses from the names in a header which columns hold the field and the acceleration.

extension RecordingOptions {
  /// The value to propose for `--columns` with this header: the field, and the acceleration if the header has one.
  /// - Returns: `nil` when no three names look like a field.
  public static func proposedColumns(header: [String]) -> String? {
    guard let field = triple(["m", "mag", "magnetic", "magnetometer", "b", "field"], in: header) else {
      return header.count == 3 ? header.joined(separator: ",") : nil
    }
    let force = triple(["a", "acc", "accel", "acceleration", "accelerometer", "g", "gravity"], in: header) ?? []
    return (field + force).joined(separator: ",")
  }

  /// Three names of the form stem, axis x, y or z, and perhaps a unit, all with the same stem: `mx`, `mag_x`, `mx_uT`.
  private static func triple(_ stems: [String], in header: [String]) -> [String]? {
    for stem in stems {
      for joint in ["", "_", ".", " "] {
        let found = ["x", "y", "z"].compactMap { axis in
          header.first { name in
            let (whole, begin) = (name.lowercased(), stem + joint + axis)
            return whole == begin || whole.hasPrefix(begin + "_") || whole.hasPrefix(begin + " ")
          }
        }
        if found.count == 3 { return found }
      }
    }
    return nil
  }
}
