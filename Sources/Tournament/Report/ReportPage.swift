import Basics
import Gomocup

/// The page of a tournament: one HTML file that needs nothing else, neither network nor server.
///
/// Its parts are the files of the folder `Page`, which are compiled into the program.
public struct ReportPage {
  private let data: JSON

  public init(_ data: ReportData) { self.data = data.json }

  public var html: String {
    // The data must not end the element it stands in.
    let json = data.description.replacing("<", with: "\\u003c")
    let title = (data["name"]?.string ?? "").replacing("&", with: "&amp;")
      .replacing("<", with: "&lt;")
    return ReportPage.filled([
      "title": title, "style": ReportPage.text(PackageResources.style_css), "data": json,
      "columns": ReportPage.text(PackageResources.columns_js),
      "charts": ReportPage.text(PackageResources.charts_js),
      "viewer": ReportPage.text(PackageResources.viewer_js),
    ])
  }

  /// The page with the values of the names in double braces; a value may hold braces of its own.
  private static func filled(_ values: [String: String]) -> String {
    var html = ""
    var rest = text(PackageResources.page_html)[...]
    while let start = rest.firstRange(of: "{{"), let end = rest.firstRange(of: "}}") {
      let name = String(rest[start.upperBound..<end.lowerBound])
      html += rest[..<start.lowerBound] + values[name, default: ""]
      rest = rest[end.upperBound...]
    }
    return html + rest
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
