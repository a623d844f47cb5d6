/// A share of 1 in percent, to a tenth: `58.4 %`.
public func percent<Share: BinaryFloatingPoint>(_ share: Share) -> String {
  "\((share * 1000).rounded() / 10) %"
}
