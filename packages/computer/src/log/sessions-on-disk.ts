import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from '../place/place.ts'

const ending = '.jsonl'
const dayMs = 86_400_000

export function logPath(place: Place, sessionId: string): string {
  return join(place.sessions, `${sessionId}${ending}`)
}

/** Ids of the sessions with a log on this computer. */
export function listSessions(place: Place): string[] {
  return readdirSync(place.sessions)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
}

export function hasLog(place: Place, sessionId: string): boolean {
  return isSafeId(sessionId) && existsSync(logPath(place, sessionId))
}

/** Whether an id is safe as a file name. */
export function isSafeId(sessionId: string): boolean {
  return /^[0-9a-f-]{1,64}$/i.test(sessionId)
}

/** Whether an id has the format of the service's ids. */
export function isUuid(sessionId: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(sessionId)
}

/** Sessions with work left. Of a finished one, only the last bytes are read. */
export function listUnfinished(place: Place): string[] {
  return listSessions(place).filter((sessionId) => !isAtRest(logPath(place, sessionId)))
}

function isAtRest(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const tail = Buffer.alloc(Math.min(size, 64))
    readSync(file, tail, 0, tail.length, size - tail.length)
    return tail.toString('latin1').endsWith('{"r":"rest"}\n')
  } finally {
    closeSync(file)
  }
}

/** Deletes inactive logs that were last written longer ago than this. */
export function removeOld(place: Place, retentionDays: number, nowMs: number, kept: ReadonlySet<string>): string[] {
  const old = listSessions(place).filter((sessionId) => {
    if (kept.has(sessionId)) return false
    const path = logPath(place, sessionId)
    return nowMs - statSync(path).mtimeMs > retentionDays * dayMs && isAtRest(path)
  })
  for (const sessionId of old) rmSync(logPath(place, sessionId), { force: true })
  return old
}
