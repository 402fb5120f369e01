import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A computer that the service itself runs on its host. The service starts it again, not the campaign. */
export class ManagedComputer {
  readonly #directory: string

  constructor(dataDir: string, computerId: string) {
    this.#directory = join(dataDir, 'managed', computerId)
  }

  /** What agents have done, each order as often as some agent did it. */
  get diary(): string[] {
    const sessions = join(this.#directory, 'sessions')
    return readdirSync(sessions, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('/diary'))
      .flatMap((path) => readFileSync(join(sessions, path), 'utf8').split('\n'))
      .filter(Boolean)
  }

  /** For the demo agent: it records the order so that a power cut does not lose it, takes its time, and answers. */
  promptFor(order: string): string {
    return `run echo ${order} >> diary && sync diary\nwait 0.5\nsay Done: ${order}.`
  }

  get daemons(): number[] {
    return this.processes.filter((pid) => textOf(pid, 'cmdline').includes('/managed/main'))
  }

  get agents(): number[] {
    return this.processes.filter((pid) => !textOf(pid, 'cmdline').includes('/managed/main'))
  }

  /** Everything that has a home in its folder. */
  get processes(): number[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => `\0${textOf(pid, 'environ')}`.includes(`\0HOME=${this.#directory}/`))
  }
}

/** Empty for a process that has ended. */
function textOf(pid: number, file: 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}
