import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HookUsage } from './usage-event.ts'

/**
 * The spool is a directory of small files, one for each event with hooks. Each is written under a temporary name and
 * then renamed, so that any number of agents can add files concurrently, and a crash leaves no partial file. The names
 * sort by time.
 */
export function spoolDirectory(home: string): string {
  return join(home, '.muster', 'spool', 'hooks')
}

/** The maximum number of files; above it, the oldest are dropped. A file uses one disk block, so this is some 40 MB. */
const maxSpooledFiles = 10_000

/** Counting many files is slow, so it is done only after this many additions. */
const filesBetweenCounts = 100

const suffix = '.json'
let added = 0

export function addToSpool(directory: string, events: readonly HookUsage[], maxFiles = maxSpooledFiles): void {
  // Padded, so that the names of one millisecond sort in order.
  const order = String(added).padStart(9, '0')
  const name = `${Date.now()}-${process.pid}-${order}-${Math.random().toString(36).slice(2, 8)}`
  const draft = join(directory, `${name}.draft`)
  const text = JSON.stringify(events)
  try {
    writeFileSync(draft, text, { mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    writeFileSync(draft, text, { mode: 0o600 })
  }
  renameSync(draft, join(directory, name + suffix))
  if (added % Math.min(filesBetweenCounts, maxFiles) === 0) dropOldest(directory, maxFiles)
  added += 1
}

/** Paths of the waiting files, oldest first. */
export function listSpool(directory: string): string[] {
  return namesIn(directory)
    .filter((name) => name.endsWith(suffix) && /^\d/.test(name))
    .toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1))
    .map((name) => join(directory, name))
}

/** `undefined` for a damaged file, or one that another process has removed. */
export function readSpooled(path: string): readonly HookUsage[] | undefined {
  try {
    const events: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return Array.isArray(events) ? events : undefined
  } catch {
    return undefined
  }
}

export function removeSpooled(paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { force: true })
}

function dropOldest(directory: string, maxFiles: number): void {
  const waiting = listSpool(directory)
  if (waiting.length > maxFiles) removeSpooled(waiting.slice(0, waiting.length - maxFiles))
  removeOldDrafts(directory)
}

/** Removes temporary files of processes that died while writing. */
function removeOldDrafts(directory: string): void {
  const longAgoMs = Date.now() - 60 * 60 * 1000
  for (const name of namesIn(directory)) {
    const path = join(directory, name)
    if (!name.endsWith('.draft')) continue
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat && stat.mtimeMs < longAgoMs) rmSync(path, { force: true })
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
