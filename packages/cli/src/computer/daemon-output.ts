import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs'
import type { Place } from '@muster/computer/place/place'

const maxBytes = 5 * 2 ** 20

/** Writes the daemon's output to its file and to the listener. A large file is replaced. */
export function daemonOutput(place: Place, tell: (line: string) => void): (text: string) => void {
  if (existsSync(place.output) && statSync(place.output).size > maxBytes) {
    renameSync(place.output, `${place.output}.before`)
  }
  return (text) => {
    tell(text)
    try {
      appendFileSync(place.output, `${new Date().toISOString()} ${text}\n`, { mode: 0o600 })
    } catch {
      // A full disk must not end the daemon.
    }
  }
}
