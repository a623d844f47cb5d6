import Platform
import Testing

struct ClockTests {
  @Test func timeGoesOn() {
    let begin = MonotonicTime.now
    var end = MonotonicTime.now
    while end == begin { end = .now }
    #expect(end > begin)
  }

  @Test(arguments: [(0, 0), (1, 1_000_000), (2_147_483_647, 2_147_483_647_000_000)])
  func aMomentLaterIsSoManyNanosecondsLater(milliseconds: Int, nanoseconds: Int64) {
    let moment = MonotonicTime(nanoseconds: 5)
    let later = moment.advanced(milliseconds: milliseconds)
    #expect(later.nanoseconds == 5 + nanoseconds)
    #expect(later.microseconds(since: moment) == Int(nanoseconds / 1000))
  }

  @Test func noMomentIsBeyondTheDistantFuture() {
    #expect(MonotonicTime.now.advanced(milliseconds: .max) == .distantFuture)
  }

  @Test(
    arguments: [
      (.zero, 0), (.nanoseconds(-5), 0), (.nanoseconds(123_456_789), 123_456_789),
      (.milliseconds(28_500), 28_500_000_000), (.seconds(Int64.max), 1 << 60),
    ] as [(Duration, Int64)])
  func durationsAreWholeNanoseconds(duration: Duration, nanoseconds: Int64) {
    #expect(duration.nanoseconds == nanoseconds)
  }

  @Test func workTakesProcessorTimeAndSleepNone() throws {
    func used(_ body: () -> Void) -> Duration {
      let begin = CPUTime.ofThread
      body()
      return CPUTime.ofThread - begin
    }
    #expect(used { WorkerThread.sleep(for: .milliseconds(50)) } < .milliseconds(25))
    let target = Duration.milliseconds(20)
    let worked = used {
      let begin = CPUTime.ofThread
      while CPUTime.ofThread - begin < target {}
    }
    #expect(worked >= target)
    #expect(CPUTime.ofProcess >= worked)
    #expect(try #require(CPUTime.of(.current)) >= worked)
  }
}
