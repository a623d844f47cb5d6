// The mathematics of the C library, under one name on every system.

#if canImport(Glibc)
  @_exported import func Glibc.cos
  @_exported import func Glibc.exp
  @_exported import func Glibc.exp2
  @_exported import func Glibc.log
  @_exported import func Glibc.log10
  @_exported import func Glibc.powf
#elseif canImport(Musl)
  @_exported import func Musl.cos
  @_exported import func Musl.exp
  @_exported import func Musl.exp2
  @_exported import func Musl.log
  @_exported import func Musl.log10
  @_exported import func Musl.powf
#elseif canImport(Darwin)
  @_exported import func Darwin.cos
  @_exported import func Darwin.exp
  @_exported import func Darwin.exp2
  @_exported import func Darwin.log
  @_exported import func Darwin.log10
  @_exported import func Darwin.powf
#else
  @_exported public import func CPlatform.cos
  @_exported public import func CPlatform.exp
  @_exported public import func CPlatform.exp2
  @_exported public import func CPlatform.log
  @_exported public import func CPlatform.log10
  @_exported public import func CPlatform.powf
#endif
