import { readdirSync, readFileSync } from 'node:fs'

/**
 * Finds processes that a command started and that left its process group, as `setsid` does: its descendants, and
 * processes with its mark in their environment. Works on Linux only; elsewhere it finds none.
 */
export function findStrays(leader: number, mark: string): number[] {
  if (process.platform !== 'linux') return []
  const found = new Map(listProcesses().map((each) => [each.pid, each]))
  const descends = (pid: number, depth = 0): boolean => {
    const parent = found.get(pid)?.parent
    if (parent === undefined || depth > maxDepth) return false
    return parent === leader || descends(parent, depth + 1)
  }
  return [...found.values()]
    .filter(({ pid, group, state }) => pid !== process.pid && group !== leader && state !== 'Z')
    .filter(({ pid }) => descends(pid) || isMarked(pid, mark))
    .map(({ pid }) => pid)
}

const maxDepth = 50

interface Listed {
  readonly pid: number
  readonly state: string
  readonly parent: number
  readonly group: number
}

function listProcesses(): Listed[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = textOf(`/proc/${name}/stat`)
      // The name of the program is in brackets and may contain any character.
      const [state = '', parent, group] = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
      return stat === '' ? [] : [{ pid: Number(name), state, parent: Number(parent), group: Number(group) }]
    })
}

function isMarked(pid: number, mark: string): boolean {
  return textOf(`/proc/${pid}/environ`).includes(mark)
}

/** Empty for a process that has ended or belongs to another user. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
