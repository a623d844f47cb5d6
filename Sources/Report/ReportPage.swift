import Basics
import Gomocup

/// The page of a tournament: one self-contained HTML file, without network or server.
///
/// Its parts are the files of this module's folder `Page`, which are compiled into the program.
public struct ReportPage {
  private let data: JSON

  public init(_ data: ReportData) { self.data = data.json }

  public var html: String {
    ReportPage.filled(
      PackageResources.page_html, title: "\(data["name"]?.string ?? "") · arena", data,
      [
        "columns": PackageResources.columns_js, "charts": PackageResources.charts_js,
        "pace": PackageResources.pace_js, "list": PackageResources.list_js,
      ].mapValues(ReportPage.text))
  }

  /// The content security policy of all pages.
  ///
  /// A page loads nothing, sends no form, and runs no script in an attribute. Its own scripts and
  /// styles are inline, which the policy has to allow. So names must be escaped all the same.
  private static let policy = """
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
    script-src 'unsafe-inline'; script-src-elem 'unsafe-inline'; script-src-attr 'none'; \
    style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
    """

  /// Fills a page's template with the parts of all pages and with `parts`, its own HTML by name.
  static func filled(
    _ page: [UInt8], title: String, _ data: JSON, _ parts: [String: String] = [:]
  ) -> String {
    let shared = [
      "page": PackageResources.page_js, "player": PackageResources.player_html,
      "position": PackageResources.position_js, "picture": PackageResources.boardpicture_js,
      "board": PackageResources.board_js,
      "curve": PackageResources.curve_js, "viewer": PackageResources.viewer_js,
    ]
    var values = shared.mapValues(text).merging(parts) { _, part in part }
    values["head"] = filled(
      text(PackageResources.head_html),
      [
        "policy": policy, "title": escaped(title), "style": text(PackageResources.style_css),
        "boardstyle": text(PackageResources.board_css),
      ])
    values["data"] = embedded(data)
    return filled(text(page), values)
  }

  /// Returns a file of the page as text, without the words `export` and the lines `import` of
  /// JavaScript.
  ///
  /// The JavaScript modules shared with the page for browsers thus become parts of one script.
  static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("import ") }
      .map { $0.hasPrefix("export ") ? $0.dropFirst("export ".count) : $0 }
      .joined(separator: "\n")
  }

  /// Returns the text escaped for the content of an HTML element, control characters included.
  static func escaped(_ text: String) -> String {
    text.shown.replacingScalars(["&": "&amp;", "<": "&lt;"])
  }

  /// Returns HTML terms with their descriptions. Only the descriptions are escaped here.
  static func facts(_ facts: [(term: String, text: String)]) -> String {
    facts.map { "<dt>\($0)</dt><dd><bdi>\(escaped($1))</bdi></dd>" }.joined(separator: "\n")
  }

  /// Returns the name of a file as a relative address that may stand in an HTML attribute.
  static func address(_ name: String) -> String {
    let plain = name.utf8.map { byte -> String in
      let scalar = UnicodeScalar(byte)
      let isPlain =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains(scalar))
      return isPlain
        ? String(Character(scalar)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return plain.joined()
  }

  /// Returns the value as JSON for a script element.
  ///
  /// The character `<` is escaped, so that no text can end the element.
  private static func embedded(_ data: JSON) -> String {
    data.shown.description.replacingScalars(["<": "\\u003c"])
  }

  /// Returns the page with each name in double braces replaced by its value.
  ///
  /// Braces inside a value are not replaced. A name without a value is left out.
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

extension JSON {
  /// The value with control characters escaped in all its texts.
  fileprivate var shown: JSON {
    switch self {
    case .string(let text): .string(text.shown)
    case .array(let values): .array(values.map(\.shown))
    case .object(let members): .object(members.map { Member($0.name.shown, $0.value.shown) })
    default: self
    }
  }
}
