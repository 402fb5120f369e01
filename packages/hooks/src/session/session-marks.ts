import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../check-settings.ts'
import type { EventFields } from '../hooks.ts'
import { removeForgotten } from '../remove-forgotten.ts'
import { replaceFile } from '../replace-file.ts'
import type { ProcessMark } from './agent-process.ts'

/** A session whose agent is watched, as a file that exists until SessionEnd is raised. */
export interface SessionMark {
  readonly agent: ProcessMark
  /** The process that watches it; 0 while it is being started. */
  readonly watcher: number
  readonly fields: EventFields
  readonly home: string
  readonly projectDir: string
}

/** The maximum number of sessions watched at once. People have fewer, but a program could start more. */
const maxMarks = 200

export function markPath(home: string, session: string): string {
  return join(directoryIn(home), createHash('sha256').update(session).digest('hex').slice(0, 32))
}

/** Creates a mark; `false` if it exists already, or if there are too many. */
export function makeMark(path: string, mark: SessionMark): boolean {
  const directory = directoryIn(mark.home)
  mkdirSync(endedIn(mark.home), { recursive: true, mode: 0o700 })
  removeForgotten(endedIn(mark.home))
  if (readdirSync(directory).length > maxMarks) return false
  try {
    writeFileSync(path, JSON.stringify(mark), { mode: 0o600, flag: 'wx' })
    return true
  } catch {
    return false
  }
}

export function changeMark(path: string, mark: SessionMark): void {
  if (existsSync(path)) replaceFile(path, JSON.stringify(mark))
}

export function readMark(path: string): SessionMark | undefined {
  try {
    const mark: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isObject(mark) && isObject(mark.agent) && isObject(mark.fields)
      ? (mark as unknown as SessionMark)
      : undefined
  } catch {
    return undefined
  }
}

/** For this long after a watcher ended a session, a late event of its agent may still arrive. */
const lateMs = 60_000

/**
 * Claims the right to raise SessionEnd. If the agent's own event and the watcher race, only one gets it: the other
 * finds the mark gone. A session that is not watched has no mark, and its event is raised.
 */
export function takeEnd(home: string, session: string, by: 'agent' | 'watcher'): boolean {
  const path = markPath(home, session)
  const ended = endedPath(path)
  try {
    if (by === 'agent') rmSync(path)
    else {
      renameSync(path, ended)
      utimesSync(ended, new Date(), new Date())
    }
    return true
  } catch {
    const stat = statSync(ended, { throwIfNoEntry: false })
    return by === 'agent' && !(stat && Date.now() - stat.mtimeMs < lateMs)
  }
}

/** A session that continues can end again. */
export function forgetEnd(home: string, session: string): void {
  rmSync(endedPath(markPath(home, session)), { force: true })
}

function directoryIn(home: string): string {
  return join(home, '.muster', 'sessions')
}

function endedIn(home: string): string {
  return join(directoryIn(home), 'ended')
}

function endedPath(path: string): string {
  return join(path, '..', 'ended', path.slice(path.lastIndexOf('/') + 1))
}
