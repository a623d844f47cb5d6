import Basics
import Platform
import Tournament

/// The other table.
extension TableLoop {
  func hearLine(_ now: MonotonicTime) {
    guard let line, link != nil else { return }
    for event in line.poll(now: now) {
      switch event {
      case .connected: link?.connected()
      case .news(let text): lineNews = text
      case .line(let text): act(link?.receive(text, table?.game, now: now) ?? [])
      }
    }
    act(link?.tick(table?.game, now: now) ?? [])
    noteLine(now)
  }

  /// Does what follows from something heard.
  func act(_ actions: [LinkEnd.Action]) {
    defer { table?.isProposing = link?.wanted != nil }
    for action in actions {
      switch action {
      case .send(let text): line?.send(text)
      case .commit(let deed): commit(deed)
      case .adopt(let settings): adopt(settings)
      case .denied(let reason):
        complain(reason)
      case .news(let text):
        lineNews = nil
        tell(text)
      case .fatal(let text): complain(text)
      }
    }
  }

  /// Sits down to the host's game, or goes on with it if its beginning is kept here.
  private func adopt(_ settings: TableSettings) {
    do {
      let known = SavedGame.all(in: surroundings.folder).first {
        $0.contents.settings.id == settings.id
      }
      let saved =
        try known.map { try SavedGame(resuming: $0.path) }
        ?? SavedGame.create(settings, in: surroundings.folder)
      table = try Table(saved.contents.settings, after: saved.contents.deeds, now: .now)
      self.saved = saved
      lineNews = nil
      isStale = true
    } catch {
      lineNews = "the game cannot be kept: \(error)"
      isLeaving = true
      isStale = true
    }
  }

  /// Says how the line is.
  private func noteLine(_ now: MonotonicTime) {
    guard let link else { return }
    let text: String
    if link.isBroken {
      text = "the two tables have different games"
    } else if link.isAlive(at: now) {
      text = "on the line"
    } else if let heard = link.heard {
      let seconds = now.microseconds(since: heard) / 1_000_000
      text = "the line is silent for \(seconds) s; nothing is lost"
    } else {
      text = lineNews ?? "waiting for the other table"
    }
    if display.isOpen {
      table?.lineText = text
    } else if lastLineText(text) {
      table?.lineText = text
      display.show(["(\(text.shown))"])
    }
  }

  /// Whether the text is worth a line of its own where lines cannot be written over.
  private func lastLineText(_ text: String) -> Bool {
    // Seconds change all the time.
    let essence = text.filter { !$0.isNumber || text.hasPrefix("listening") }
    defer { toldLine = essence }
    return essence != toldLine
  }
}
