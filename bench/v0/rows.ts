/**
 * The ids of the benchmark's rows follow from their number, so that a request or bare SQL can name any of them without
 * reading it first. They are ordered like the ids of the service, which begin with the time.
 */
export function sessionId(number: number): string {
  return idOf(number, '7000')
}

export function computerId(number: number): string {
  return idOf(number, '7001')
}

/** The same ids as SQL, for an expression that is a row's number. */
export const sessionIdSql = (number: string) => idSql(number, '7000')
export const computerIdSql = (number: string) => idSql(number, '7001')

/** Work is spread over the computers of an organization; the sessions take turns on them. */
export const computerCount = 100
export const userCount = 100
export const messagesPerSession = 20

export function computerOf(session: number): number {
  return session % computerCount
}

function idOf(number: number, kind: string): string {
  const hex = number.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-${kind}-8000-000000000000`
}

function idSql(number: string, kind: string): string {
  return `(lpad(to_hex(${number}), 12, '0') || '${kind}8000000000000000')::uuid`
}
