import pino, { type Logger } from 'pino'

export type Log = Logger
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** JSON lines on standard error: standard output belongs to the words for people. */
export function createLog(level: LogLevel): Log {
  const destination = pino.destination(2)
  // A terminal that was closed cannot be written to any more, and nobody is left to be told.
  destination.on('error', () => {})
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
}
