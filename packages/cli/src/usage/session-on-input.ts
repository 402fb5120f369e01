import { text } from 'node:stream/consumers'

/** The session id that an agent writes to standard input of its status line command, if any. */
export async function sessionOnInput(stdin: NodeJS.ReadStream): Promise<string | undefined> {
  if (stdin.isTTY) return undefined
  try {
    const given: unknown = JSON.parse(await text(stdin))
    const id = typeof given === 'object' && given !== null && 'session_id' in given ? given.session_id : undefined
    return typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  }
}
