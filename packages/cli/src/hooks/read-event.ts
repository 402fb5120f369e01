import { fstatSync, readFileSync } from 'node:fs'
import type { EventFields } from '@muster/hooks'

/** The fields of an event, from standard input. */
export async function readEvent(): Promise<EventFields> {
  return withSession(parseFields(await readInput()))
}

/** An agent writes the object and closes the pipe; at a terminal, or without input, the event has no fields. */
async function readInput(): Promise<string> {
  if (isTerminal()) return ''
  try {
    return readFileSync(0, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    return (await import('node:stream/consumers')).text(process.stdin)
  }
}

/**
 * `process.stdin.isTTY` loads the whole network stack. Here, a character device except /dev/null is a terminal.
 */
function isTerminal(): boolean {
  const stat = fstatSync(0)
  return stat.isCharacterDevice() && stat.rdev !== 0x103
}

function parseFields(text: string): EventFields {
  if (text.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Error(`The standard input is no JSON: ${error instanceof Error ? error.message : error}.`)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as EventFields
  throw new Error('The standard input must be one JSON object.')
}

/** If a hook raises events itself, they belong to the session for which it was run. */
function withSession(fields: EventFields): EventFields {
  const session = process.env.MUSTER_SESSION_ID
  return fields.session_id === undefined && session ? { ...fields, session_id: session } : fields
}
