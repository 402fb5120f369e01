import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import type { Place } from '@muster/computer/place/place'
import { findStatus, type WrittenStatus } from '@muster/computer/place/status'
import { exitCodes, Failure } from '../command-line/failure.ts'
import { ownFile } from '../own-files.ts'

const waitMs = 15_000
const lookMs = 100

/** The launcher with its arguments, as a service manager or a shell would start it. */
export function musterCommand(words: readonly string[]): string[] {
  return [process.execPath, ownFile('bin/muster.js'), ...words]
}

/** Starts the same command in the background, and waits until it is connected. */
export async function startInBackground(place: Place, words: readonly string[]): Promise<WrittenStatus> {
  const [program = '', ...args] = musterCommand(words)
  const child = spawn(program, args, { detached: true, stdio: 'ignore', cwd: '/' })
  let hasEnded = false
  child.once('exit', () => {
    hasEnded = true
  })
  const deadlineMs = performance.now() + waitMs
  while (!hasEnded && performance.now() < deadlineMs) {
    const status = findStatus(place)
    if (status?.state === 'connected' && status.pid === child.pid) {
      child.unref()
      return status
    }
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
  if (!hasEnded) child.unref()
  const said = existsSync(place.output) ? readFileSync(place.output, 'utf8').trim().split('\n').at(-1) : undefined
  throw new Failure(
    hasEnded ? 'The daemon has ended.' : 'The daemon runs, and is not connected yet.',
    exitCodes.unreachable,
    [said, 'See `muster computers logs`.'].filter(Boolean).join('\n'),
  )
}
