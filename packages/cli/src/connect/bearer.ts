/** The variable that every OpenTelemetry exporter reads. */
export const headersVariable = 'OTEL_EXPORTER_OTLP_HEADERS'

export function headersOf(key: string): string {
  return `Authorization=Bearer ${key}`
}

/** The key in the value of that variable, or in a header. */
export function keyIn(text: string): string | undefined {
  return /\bBearer(?: |%20)+([^\s,"']+)/i.exec(text)?.[1]
}

/** Masks the secret half of keys. */
export function maskKeys(text: string): string {
  return text.replaceAll(/\bmst_([A-Za-z0-9-]{1,64})_[A-Za-z0-9_-]{20,}/g, 'mst_$1_…')
}

export function keyIdOf(key: string): string | undefined {
  return /^mst_([A-Za-z0-9-]{1,64})_/.exec(key)?.[1]
}
