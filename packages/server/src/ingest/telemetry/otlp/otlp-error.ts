/** A body that is no OTLP request at all. Faults of single records are not thrown; they stay with their record. */
export class OtlpError extends Error {
  override readonly name = 'OtlpError'
}
