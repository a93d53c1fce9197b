// The sensor that the name of a file tells, with any text before and after it: `walk7AccelerometerUncalibrated.csv`.

import RecordingText

/// What a file's name says about its columns.
struct FileSensor {
  /// The sensor; `nil` if the name does not say it.
  var quantity: ColumnQuantity?
  /// The name of the sensor for its columns; `nil` if it is not known.
  var word: String?
  /// Whether the numbers are those of the sensor without correction.
  var isUncalibrated = false
  /// Whether an acceleration includes gravity; `nil` if the name does not say it.
  var hasGravity: Bool?
  /// The name without the words of sensors: that of the recording.
  var rest: String

  /// Words for each quantity, in lower case; the first that the name contains counts.
  private static let sensors: [(word: String, quantity: ColumnQuantity)] = [
    ("magnetometer", .field), ("magneticfield", .field), ("magnetic", .field), ("magneto", .field),
    ("acceleration", .force), ("accelerometer", .force), ("accelero", .force), ("gravity", .force),
    ("gyroscope", .rate), ("gyrometer", .rate), ("rotationrate", .rate), ("angularvelocity", .rate), ("gyro", .rate),
    ("accel", .force),
  ]
  /// The same for short words that stand alone: `walk_mag.csv`.
  private static let short: [(word: String, quantity: ColumnQuantity)] = [
    ("mag", .field), ("acc", .force), ("gyr", .rate), ("gyros", .rate),
  ]
  private static let uncalibrated = ["uncalibrated", "uncal", "raw"]
  /// “Acceleration (without g)” is a file of phyphox; the others are names of Sensor Logger, Apple and Xsens.
  private static let without = ["withoutg", "nogravity", "linear", "userac", "freeac"]
  private static let with = ["withg", "total", "specificforce"]

  init(_ stem: String) {
    let words = stem.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    var name = words.joined()
    func take(_ words: [String]) -> Bool {
      var isFound = false
      for word in words where name.contains(word) {
        // The letters after `user` and `free` belong to the acceleration.
        name = name.replacing(word, with: word.hasSuffix("ac") ? "ac" : "")
        isFound = true
      }
      return isFound
    }
    let isWithout = take(Self.without)
    let isWith = take(Self.with)
    isUncalibrated = take(Self.uncalibrated)
    let found = Self.sensors.first { name.contains($0.word) } ?? Self.short.first { words.contains($0.word) }
    if let found {
      quantity = found.quantity
      word = found.quantity == .field ? "magnetometer" : found.quantity == .force ? "accelerometer" : "gyroscope"
      name = name.replacing(found.word, with: "")
      if found.quantity == .force {
        hasGravity = isWithout ? false : isWith || isUncalibrated || found.word == "gravity" ? true : nil
      }
    }
    rest = name
  }
}
