// Proposes columns for the field by their numbers, where no name says which they are.

#if !hasFeature(Embedded)

  /// The columns that are most probably the field, and those of gravity, for the example in a message.
  public struct LikelyColumns: Sendable {
    /// The places of x, y and z, from 0.
    public var field: [Int]
    /// The places of gravity; empty if no columns are.
    public var force: [Int] = []
    /// The unit by the size of the numbers; `nil` if microtesla fits.
    public var fieldUnit: TextUnit?
    public var forceUnit: TextUnit?
    /// Whether the numbers lie on an ellipsoid, as those of a field do.
    public var isClear = false

    /// Three columns of a field that was turned have less.
    private static let clearResidual = 0.15

    /// - Parameters:
    ///   - numbers: the numbers of each column.
    ///   - named: the acceleration, if names say where it is.
    /// - Returns: `nil` if no three columns can be the field: the names of all others say that they are something else.
    init?(_ columns: [TextColumn], _ numbers: [[Double]], hasNames: Bool, _ named: SensorColumns?) {
      let found = ColumnFinder(columns)
      var free: [Int] = []
      for place in numbers.indices where !found.excluded[place] && found.time?.place != place {
        if named?.places.contains(place) == true { continue }
        if numbers[place].contains(where: { $0.isFinite }) { free.append(place) }
      }
      let counting = free.filter { Recognition.isRising(numbers[$0]) }
      if free.count - counting.count >= 3 { free.removeAll { counting.contains($0) } }
      guard free.count >= 3 else { return nil }
      var fields: [(places: [Int], residual: Double)] = []
      var constant: [(places: [Int], residual: Double)] = []
      var forces: [[Int]] = named.map { $0.places.count == 3 ? [$0.places] : [] } ?? []
      for places in Self.triples(free, columns) {
        guard let shape = SampleShape(places, numbers) else { continue }
        let one = (places, shape.residual ?? 1)
        if named == nil, Recognition.isGravity(places, numbers) {
          forces.append(places)
        } else if shape.hasConstantLength {
          constant.append(one)
        } else {
          fields.append(one)
        }
      }
      func best(_ triples: [(places: [Int], residual: Double)]) -> (places: [Int], residual: Double)? {
        triples.min { $0.residual < $1.residual }
      }
      // Iron moves the centre of a field away from zero; gravity in any unit is around zero.
      let clear = fields.filter { $0.residual < Self.clearResidual }
      let chosen = best(clear) ?? best(constant) ?? best(fields)
      isClear = chosen.map { $0.residual < Self.clearResidual } ?? false
      // The length of a field in gauss, or of a normalised one, may be that of gravity.
      field = chosen?.places ?? (named == nil ? forces.first : nil) ?? Array(free.prefix(3))
      let others = forces + (forces.isEmpty ? [best(constant)?.places].compactMap { $0 } : [])
      force = others.first { places in !places.contains { field.contains($0) } } ?? []
      judgeUnits(numbers)
    }

    /// Three columns beside each other, or with the same words and x, y, z.
    private static func triples(_ free: [Int], _ columns: [TextColumn]) -> [[Int]] {
      var triples: [[Int]] = []
      let names = free.map { ColumnName(columns[$0].name) }
      for (first, name) in names.enumerated() where name.axis == 0 {
        let others = (1...2).map { axis in
          names.firstIndex {
            $0.axis == axis && $0.family == name.family && $0.quantity == name.quantity && $0.sample == name.sample
          }
        }
        if let y = others[0], let z = others[1] { triples.append([free[first], free[y], free[z]]) }
      }
      for i in free.indices.dropLast(2) where free[i + 2] == free[i] + 2 {
        let places = [free[i], free[i] + 1, free[i] + 2]
        if !triples.contains(where: { Set($0) == Set(places) }) { triples.append(places) }
      }
      return triples
    }

    private mutating func judgeUnits(_ numbers: [[Double]]) {
      if let shape = SampleShape(field, numbers) {
        fieldUnit = Recognition.unit(length: shape.length, radius: shape.radius).first
      }
      if let shape = SampleShape(force, numbers), !force.isEmpty {
        forceUnit = Recognition.forceUnit(of: shape.length) ?? (shape.length > 100 ? .counts : nil)
      }
    }
  }

#endif
