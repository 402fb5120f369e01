import { readdirSync, readFileSync } from 'node:fs'

/** The unit of the times in /proc: a hundredth of a second on every Linux that Node runs on. */
const ticksPerSecond = 100
const pageBytes = 4096

interface Stat {
  readonly pid: number
  readonly parent: number
  /** CPU seconds of the process itself, all its threads included. */
  readonly ownSeconds: number
  /** CPU seconds of the children that ended and were waited for. */
  readonly endedSeconds: number
}

/** The process and everything below it, as it is now. */
export function processTree(root: number): number[] {
  const childrenOf = Map.groupBy(allProcesses(), ({ parent }) => parent)
  const tree: number[] = [root]
  for (const pid of tree) tree.push(...(childrenOf.get(pid) ?? []).map((child) => child.pid))
  return tree
}

/**
 * CPU seconds that the processes below `root`, and `root` itself, have used so far.
 *
 * A child that ends hands its seconds over to its parent, so the sum never falls when a database backend leaves.
 */
export function treeCpuSeconds(root: number): number {
  return processTree(root)
    .map(readStat)
    .reduce((sum, stat) => sum + (stat ? stat.ownSeconds + stat.endedSeconds : 0), 0)
}

/** CPU seconds of this one process, without its children. */
export function ownCpuSeconds(pid: number): number {
  return readStat(pid)?.ownSeconds ?? 0
}

/** CPU seconds of the children of this process that have ended. */
export function endedChildrenCpuSeconds(pid: number): number {
  return readStat(pid)?.endedSeconds ?? 0
}

export function residentBytes(pid: number): number {
  const [, resident = '0'] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')
  return Number(resident) * pageBytes
}

/** The memory of a process and everything below it. What processes share is counted once. */
export function proportionalBytes(root: number): { readonly bytes: number; readonly processes: number } {
  const tree = processTree(root)
  const kilobytes = tree.map((pid) => {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')
    return Number(/^Pss: +(\d+) kB$/m.exec(rollup)?.[1] ?? 0)
  })
  return { bytes: 1024 * kilobytes.reduce((sum, one) => sum + one, 0), processes: tree.length }
}

/** The direct children whose command line begins with the path of a program of this name. */
export function childrenNamed(pid: number, program: string): number[] {
  return allProcesses()
    .filter((stat) => stat.parent === pid)
    .map((stat) => stat.pid)
    .filter((child) => commandOf(child).split('/').at(-1) === program)
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0')[0] ?? ''
  } catch {
    return ''
  }
}

function allProcesses(): Stat[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
    .map(readStat)
    .filter((stat) => stat !== undefined)
}

/** `undefined` when the process is gone. */
function readStat(pid: number): Stat | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return undefined
  }
  // The name of the program is in parentheses and may hold spaces; the fields after it are counted from the third.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const seconds = (field: number) => Number(fields[field - 3]) / ticksPerSecond
  return {
    pid,
    parent: Number(fields[1]),
    ownSeconds: seconds(14) + seconds(15),
    endedSeconds: seconds(16) + seconds(17),
  }
}
