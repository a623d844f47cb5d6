/// Returns a share, 0...1, as text in percent to one decimal: `58.4 %`.
public func percentText<Share: BinaryFloatingPoint>(_ share: Share) -> String {
  "\((share * 1000).rounded() / 10) %"
}
