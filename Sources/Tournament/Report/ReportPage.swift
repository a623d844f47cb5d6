import Basics
import Gomocup

/// The page of a tournament: one HTML file that needs nothing else, neither network nor server.
///
/// Its parts are the files of the folder `Page`, which are compiled into the program.
public struct ReportPage {
  private let data: JSON

  public init(_ data: ReportData) { self.data = data.json }

  public var html: String {
    ReportPage.filled(
      PackageResources.page_html, title: data["name"]?.string ?? "", data,
      [
        "columns": PackageResources.columns_js, "charts": PackageResources.charts_js,
        "pace": PackageResources.pace_js, "list": PackageResources.list_js,
      ])
  }

  /// A page on which games are played through, filled with what all such pages share and with `parts`.
  static func filled(
    _ page: [UInt8], title: String, _ data: JSON, _ parts: [String: [UInt8]] = [:]
  ) -> String {
    let shared = [
      "style": PackageResources.style_css, "page": PackageResources.page_js,
      "player": PackageResources.player_html, "board": PackageResources.board_js,
      "curve": PackageResources.curve_js, "viewer": PackageResources.viewer_js,
    ]
    var values = shared.merging(parts) { _, part in part }.mapValues {
      String(decoding: $0, as: UTF8.self)
    }
    values["title"] = escaped(title)
    values["data"] = embedded(data)
    return filled(String(decoding: page, as: UTF8.self), values)
  }

  /// The text as HTML shows it.
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }

  /// The value as a page carries it: it must not end the element it stands in.
  private static func embedded(_ data: JSON) -> String {
    data.description.replacing("<", with: "\\u003c")
  }

  /// The page with the values of the names in double braces; a value may hold braces of its own.
  private static func filled(_ page: String, _ values: [String: String]) -> String {
    var html = ""
    var rest = page[...]
    while let start = rest.firstRange(of: "{{"), let end = rest.firstRange(of: "}}") {
      let name = String(rest[start.upperBound..<end.lowerBound])
      html += rest[..<start.lowerBound] + values[name, default: ""]
      rest = rest[end.upperBound...]
    }
    return html + rest
  }
}
