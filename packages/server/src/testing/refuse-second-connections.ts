import pg from 'pg'

/**
 * A transaction that requests a second connection is refused. In production, as many of them as there are connections
 * would deadlock until they time out.
 */
const { connect } = pg.Pool.prototype
pg.Pool.prototype.connect = function (this: pg.Pool, ...rest: Parameters<typeof connect>) {
  if (isInTransaction()) {
    const error = new Error('A transaction asked for a second connection. Use `tx`, or ask before it.')
    // The caller sees only that the database is unavailable.
    console.error(error)
    throw error
  }
  return connect.apply(this, rest)
} as typeof connect

function isInTransaction(): boolean {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 60
  const lines = (new Error().stack ?? '').split('\n').map((line) => line.trim())
  const frames = lines.filter((line) => !line.includes('processTicksAndRejections'))
  Error.stackTraceLimit = stackTraceLimit
  const own = frames.findIndex((frame) => frame.includes(' connected '))
  return own >= 0 && frames.slice(own + 2).some((frame) => /\battemptTransaction /.test(frame))
}
