import pino, { type Logger } from 'pino'

export type Log = Logger
type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** JSON lines on standard error. Standard output is for messages to people. */
export function createLog(level: LogLevel): Log {
  const destination = pino.destination(2)
  // A closed terminal cannot be written to, and nobody is left to read it.
  destination.on('error', () => {})
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
}
