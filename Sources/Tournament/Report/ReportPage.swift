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
      ReportPage.text(PackageResources.page_html),
      [
        "title": ReportPage.escaped(data["name"]?.string ?? ""),
        "style": ReportPage.text(PackageResources.style_css), "data": ReportPage.embedded(data),
        "columns": ReportPage.text(PackageResources.columns_js),
        "charts": ReportPage.text(PackageResources.charts_js),
        "viewer": ReportPage.text(PackageResources.viewer_js),
      ])
  }

  /// The text as HTML shows it.
  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }

  /// The value as a page carries it: it must not end the element it stands in.
  static func embedded(_ data: JSON) -> String {
    data.description.replacing("<", with: "\\u003c")
  }

  /// The page with the values of the names in double braces; a value may hold braces of its own.
  static func filled(_ page: String, _ values: [String: String]) -> String {
    var html = ""
    var rest = page[...]
    while let start = rest.firstRange(of: "{{"), let end = rest.firstRange(of: "}}") {
      let name = String(rest[start.upperBound..<end.lowerBound])
      html += rest[..<start.lowerBound] + values[name, default: ""]
      rest = rest[end.upperBound...]
    }
    return html + rest
  }

  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
