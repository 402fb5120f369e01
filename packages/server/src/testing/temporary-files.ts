import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memoryDisk = '/dev/shm'
const enoughBytes = 2 * 1024 ** 3
const prefix = 'muster-tests-'

/**
 * Creates one directory for all temporary files of a test run, and removes it afterwards. It is in memory if there is
 * room: each start of the service writes a whole cluster of Postgres and flushes many times. Tests of crashes stay
 * valid, because they kill processes and never the machine.
 */
export function setup(): () => void {
  const directory = directoryIn(memoryDisk) ?? newDirectory(tmpdir())
  // Other accounts may pass through, as through /tmp.
  chmodSync(directory, 0o711)
  // Tests and their processes read both from the environment. The second shares compiled files between processes.
  process.env.TMPDIR = directory
  process.env.NODE_COMPILE_CACHE = join(directory, 'compiled')
  return () => remove(directory)
}

/** Returns undefined if there is little room, or if programs cannot run there, as in some containers. */
function directoryIn(disk: string): string | undefined {
  let directory: string | undefined
  try {
    removeLeftOvers(disk)
    const { bavail, bsize } = statfsSync(disk)
    if (bavail * bsize < enoughBytes) return undefined
    directory = newDirectory(disk)
    const program = join(directory, 'program')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    execFileSync(program)
    return directory
  } catch {
    if (directory !== undefined) remove(directory)
    return undefined
  }
}

function newDirectory(parent: string): string {
  return mkdtempSync(join(parent, `${prefix}${process.pid}-`))
}

/** Removes directories of killed runs, which would take memory until the machine restarts. */
function removeLeftOvers(disk: string): void {
  for (const name of globSync(`${prefix}*`, { cwd: disk })) {
    const [pid] = name.slice(prefix.length).split('-')
    if (!existsSync(`/proc/${pid}`)) removeIfPossible(join(disk, name))
  }
}

/** A killed run may have left a disk mounted in its directory, which is then kept. */
function removeIfPossible(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true })
  } catch {}
}

function remove(directory: string): void {
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}
