/** The body is not an OTLP request. Faults of single records are not thrown; they stay with their record. */
export class OtlpError extends Error {
  override readonly name = 'OtlpError'
}
