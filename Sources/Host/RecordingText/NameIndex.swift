// Finds a name among many: a line may have hundreds of thousands.

/// Names in the order in which they were added, each with its place. A search takes the same time for any number of
/// names.
struct NameIndex {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// The place of a name plus one, at the slot that its bytes give or at one of those after it; 0: free.
  private var slots = [Int32](repeating: 0, count: 64)

  var count: Int { ends.count }

  /// The place of a name; `nil` if it was not added.
  func place(of name: ArraySlice<UInt8>) -> Int? {
    let found = slots[slot(of: name)]
    return found == 0 ? nil : Int(found) - 1
  }

  /// The place of a name, which is added if it is new.
  mutating func add(_ name: ArraySlice<UInt8>) -> Int {
    let free = slot(of: name)
    if slots[free] != 0 { return Int(slots[free]) - 1 }
    bytes.append(contentsOf: name)
    ends.append(bytes.count)
    slots[free] = Int32(ends.count)
    if ends.count * 2 > slots.count { grow() }
    return ends.count - 1
  }

  private func name(_ place: Int) -> ArraySlice<UInt8> { bytes[(place == 0 ? 0 : ends[place - 1])..<ends[place]] }

  /// The slot with this name, or the free one where it belongs.
  private func slot(of name: ArraySlice<UInt8>) -> Int {
    // FNV-1a (draft-eastlake-fnv, section 2), with its prime and its start for 64 bits.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    var slot = Int(truncatingIfNeeded: hash ^ hash >> 32) & (slots.count - 1)
    while slots[slot] != 0, !self.name(Int(slots[slot]) - 1).elementsEqual(name) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    slots = [Int32](repeating: 0, count: slots.count * 4)
    for place in ends.indices { slots[slot(of: name(place))] = Int32(place + 1) }
  }
}
