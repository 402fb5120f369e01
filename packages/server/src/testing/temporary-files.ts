import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memoryDisk = '/dev/shm'
const enoughBytes = 2 * 1024 ** 3
const prefix = 'muster-tests-'

/**
 * One directory for all temporary files of a run of tests, removed after it. It is in memory where there is room: each
 * start of the service writes a whole cluster of Postgres and waits for the disk many times. What tests prove about
 * crashes stays proved, because they end processes, never the machine.
 */
export function setup(): () => void {
  const directory = directoryIn(memoryDisk) ?? newDirectory(tmpdir())
  // Other accounts pass through, as they do through /tmp.
  chmodSync(directory, 0o711)
  // Tests, and the processes that they start, take both from the environment. The second spares each process the
  // compilation of files that another has compiled before.
  process.env.TMPDIR = directory
  process.env.NODE_COMPILE_CACHE = join(directory, 'compiled')
  return () => remove(directory)
}

/** None where there is little room, or where programs cannot be run, as in some containers. */
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

/** Of runs that were killed: they would take memory for as long as the machine runs. */
function removeLeftOvers(disk: string): void {
  for (const name of globSync(`${prefix}*`, { cwd: disk })) {
    const [pid] = name.slice(prefix.length).split('-')
    if (!existsSync(`/proc/${pid}`)) remove(join(disk, name))
  }
}

function remove(directory: string): void {
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}
