import { readdirSync, readFileSync } from 'node:fs'
import { markVariable } from './agent-environment.ts'

/**
 * Ends processes that agents of an earlier daemon left running. Returns their number. It finds processes by their
 * environment, which only Linux shows; elsewhere it finds none.
 */
export function sweepStrays(placeMark: string): number {
  const strays = findMarked(placeMark)
  for (const pid of strays) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has already exited.
    }
  }
  return strays.length
}

export function findMarked(placeMark: string): number[] {
  if (process.platform !== 'linux') return []
  const mark = `\0${markVariable}=${placeMark}.`
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => `\0${environmentOf(name)}`.includes(mark))
    .map(Number)
}

/** Empty for a process that has exited or belongs to another user. */
function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    return ''
  }
}
