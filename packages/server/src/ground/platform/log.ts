import pino, { type Logger } from 'pino'

export type Log = Logger
type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** JSON lines on standard error. Standard output is for messages to people. */
export function createLog(level: LogLevel): Log {
  const destination = pino.destination(2)
  // Writing to a closed terminal fails; that is ignored, because nobody can read it.
  destination.on('error', () => {})
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
}
