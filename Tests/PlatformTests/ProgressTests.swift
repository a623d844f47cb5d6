import Platform
import Testing

struct ProgressTests {
  @Test(arguments: [
    (0, "0:00"), (9.4, "0:09"), (59.6, "1:00"), (249, "4:09"), (3600, "1:00:00"),
    (3849, "1:04:09"), (90_061, "25:01:01"),
  ]) func timesReadAsClocks(seconds: Double, text: String) {
    #expect(Duration.seconds(seconds).clockText == text)
  }

  @Test func whatIsDoneAndLeftIsTold() {
    let progress = Progress("round", of: 3)
    #expect(progress.lineAfterStep() == "round 1 of 3, 0:00, 0:00 to go")
    progress.step()
    #expect(progress.lineAfterStep() == "round 3 of 3, 0:00, 0:00 to go")
    #expect(Progress("line").lineAfterStep() == "line 1, 0:00")
  }
}
