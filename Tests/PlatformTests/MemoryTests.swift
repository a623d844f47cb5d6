import Platform
import Testing

struct MemoryTests {
  private static let size = 4 << 20

  private func isZero(_ memory: PageMemory) -> Bool {
    UnsafeRawBufferPointer(start: memory.base, count: memory.byteCount).allSatisfy { $0 == 0 }
  }

  @Test func pagesAreZeroAtFirstAndAfterTheyWereGivenBack() throws {
    let memory = try #require(PageMemory(byteCount: Self.size))
    #expect(memory.byteCount == Self.size)
    #expect(isZero(memory))
    for _ in 0..<2 {
      memory.base.initializeMemory(as: UInt8.self, repeating: 0xFF, count: Self.size)
      memory.giveBack()
      #expect(isZero(memory))
    }
  }

  @Test func largePagesAreLikeOthers() throws {
    let memory = try #require(PageMemory(byteCount: Self.size))
    memory.base.storeBytes(of: 7, toByteOffset: 1 << 20, as: UInt8.self)
    memory.preferLargePages()
    memory.populate(0..<Self.size)
    #expect(memory.base.load(fromByteOffset: 1 << 20, as: UInt8.self) == 7)
    memory.giveBack()
    #expect(isZero(memory))
  }

  @Test func populatingChangesNothing() throws {
    let memory = try #require(PageMemory(byteCount: Self.size))
    memory.base.storeBytes(of: 7, toByteOffset: 1 << 20, as: UInt8.self)
    memory.populate(0..<2 << 20)
    #expect(memory.base.load(fromByteOffset: 1 << 20, as: UInt8.self) == 7)
    #expect(memory.base.load(fromByteOffset: 1, as: UInt8.self) == 0)
  }

  @Test func memoryThatThereIsNotIsRefused() { #expect(PageMemory(byteCount: 1 << 60) == nil) }

  @Test func tablesBeginWithZeroes() {
    for count in [1, 1000, 1 << 20] {
      let table: UnsafeMutablePointer<UInt64> = ZeroedMemory.allocate(count)
      #expect(UnsafeBufferPointer(start: table, count: count).allSatisfy { $0 == 0 })
      table.update(repeating: .max, count: count)
      ZeroedMemory.free(table)
    }
  }

  @Test func theRoomIsAtMostWhatIsAskedFor() {
    #expect(AddressSpace.room(upTo: 0) == 0)
    #expect(AddressSpace.room(upTo: 64 << 20) == 64 << 20)
    #expect(AddressSpace.room(upTo: 1 << 60) < 1 << 60)
  }
}
