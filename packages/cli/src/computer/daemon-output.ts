import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs'
import type { Place } from '@muster/computer/place/place'

const maxBytes = 5 * 2 ** 20

/** Writes what the daemon says into its file, and to whoever listens. The file is begun anew when it has grown large. */
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
