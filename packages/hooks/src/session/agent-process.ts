import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process, identified by its id and start time, because ids are reused. */
export interface ProcessMark {
  readonly pid: number
  readonly began: string
}

interface Found extends ProcessMark {
  readonly parent: number
  readonly words: readonly string[]
}

const maxAncestors = 6

/**
 * The process that started `muster hooks run`: the nearest ancestor that is neither the shell in which an agent runs
 * its hooks, nor a launcher that started another Node. `undefined` if unknown.
 */
export function findAgentProcess(parent = process.ppid): ProcessMark | undefined {
  let pid = parent
  for (let depth = 0; depth < maxAncestors && pid > 1; depth += 1) {
    const found = look(pid)
    if (!found) return undefined
    if (!isOnTheWay(found.words)) return { pid: found.pid, began: found.began }
    pid = found.parent
  }
  return undefined
}

function isOnTheWay([program = '', ...words]: readonly string[]): boolean {
  const name = program.slice(program.lastIndexOf('/') + 1).replace(/^-/, '')
  if (/^(?:ba|da|z|k|fi)?sh$/.test(name)) return words.some((word) => /\bhooks run \w/.test(word))
  return words.some((word, index) => /\bmuster(?:\.js)?$/.test(word) && words[index + 1] === 'hooks')
}

function look(pid: number): Found | undefined {
  try {
    return process.platform === 'linux' ? lookInProc(pid) : lookByPs(pid)
  } catch {
    return undefined
  }
}

function lookInProc(pid: number): Found {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program is in brackets and may contain any character.
  const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  return { pid, parent: Number(fields[1]), began: fields[19] ?? '', words }
}

function lookByPs(pid: number): Found {
  const ask = (what: string) => execFileSync('ps', ['-o', what, '-p', String(pid)], { encoding: 'utf8' }).trim()
  return { pid, parent: Number(ask('ppid=')), began: ask('lstart='), words: ask('command=').split(' ') }
}
