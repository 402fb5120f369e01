import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

export interface Machine {
  readonly cores: number
  readonly model: string
  readonly memoryGiB: number
  readonly node: string
  /** The one-minute load before the run. Much above zero means that others disturb the figures. */
  readonly loadBefore: number
}

export function describeMachine(): Machine {
  return {
    cores: availableParallelism(),
    model: cpus()[0]?.model.trim() ?? 'unknown processor',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    loadBefore: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  }
}

export function machineLine({ cores, model, memoryGiB, node, loadBefore }: Machine): string {
  return `${cores} cores of ${model}, ${memoryGiB} GiB; Node ${node.slice(1)}; load before the run ${loadBefore}`
}

/** The first line that a program prints about its version; `undefined` when it is not installed. */
export function programVersion(program: string): string | undefined {
  try {
    return execFileSync(program, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split(
      '\n',
    )[0]
  } catch {
    return undefined
  }
}
