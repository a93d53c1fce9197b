// Bytes that have arrived and wait to be read.

/// A first-in, first-out store of bytes that grows as needed. Not thread-safe: its owner locks.
package struct ByteQueue {
  private var storage: [UInt8] = []
  private var head = 0

  package init() {}

  /// Bytes that wait.
  package var count: Int { storage.count - head }

  /// Whether no byte waits.
  package var isEmpty: Bool { count == 0 }

  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    // More than half of the storage has been read. Moving the rest costs no more than reading it did.
    if head > 4096, head * 2 > storage.count {
      storage.removeFirst(head)
      head = 0
    }
    storage.append(contentsOf: bytes)
  }

  /// Moves at most `buffer.count` of the oldest bytes into `buffer`; returns how many.
  package mutating func move(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let moved = min(buffer.count, count)
    guard moved > 0 else { return 0 }
    storage.withUnsafeBytes { source in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[head..<head + moved]))
    }
    drop(moved)
    return moved
  }

  /// Removes the oldest bytes.
  package mutating func drop(_ number: Int) {
    head += number
    if head == storage.count {
      storage.removeAll(keepingCapacity: storage.capacity <= 1 << 20)
      head = 0
    }
  }

  /// Moves all bytes to the end of another queue.
  package mutating func move(to other: inout ByteQueue) {
    storage.withUnsafeBytes { other.append(UnsafeRawBufferPointer(rebasing: $0[head...])) }
    drop(count)
  }
}
