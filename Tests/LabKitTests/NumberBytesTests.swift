import LabKit
import Testing

@Suite struct NumberBytesTests {
  @Test func numbersHaveTheLowByteFirst() {
    var bytes: [UInt8] = []
    bytes.append(number: UInt16(0x1234))
    bytes.append(number: Int64(-2))
    bytes.append(number: UInt32(7))
    #expect(bytes == [0x34, 0x12, 0xFE] + Array(repeating: 0xFF, count: 7) + [7, 0, 0, 0])
    var rest = bytes[...]
    #expect(rest.takeNumber(UInt16.self) == 0x1234)
    #expect(rest.takeNumber(Int64.self) == -2)
    #expect(rest.count == 4 && rest.takeNumber(UInt64.self) == nil && rest.count == 4)
    #expect(rest.takeNumber(UInt32.self) == 7)
    #expect(rest.isEmpty && rest.takeNumber(UInt8.self) == nil)
  }
}
