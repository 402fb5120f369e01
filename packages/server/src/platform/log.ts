import pino, { type Logger } from 'pino'

export type Log = Logger
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** JSON lines on standard error: standard output belongs to the words for people. */
export function createLog(level: LogLevel): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2))
}
