import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findMarked } from '@muster/computer/agent/sweep-strays'
import type { Identity } from '@muster/computer/place/identity'
import { markOf, type Place, placeIn } from '@muster/computer/place/place'
import { signal } from './processes.ts'

const program = join(import.meta.dirname, '../packages/computer/test/daemon-process.ts')

/** A computer that gets faults: its daemon is a process that is started again and again in one home. */
export class ChaosComputer {
  readonly identity: Identity
  readonly #home: string
  readonly #place: Place
  readonly #diary: string
  #child: ChildProcess | undefined

  constructor(root: string, identity: Identity) {
    this.identity = identity
    this.#home = join(root, identity.computerId)
    this.#place = placeIn(this.#home)
    this.#diary = join(this.#home, 'diary')
    mkdirSync(join(this.#home, 'work'), { recursive: true })
    mkdirSync(this.#place.directory, { recursive: true })
    writeFileSync(this.#diary, '')
  }

  /** What agents were told, each order as often as some agent got it. */
  get diary(): string[] {
    return readFileSync(this.#diary, 'utf8').split('\n').filter(Boolean)
  }

  promptFor(order: string): string {
    return order
  }

  get pid(): number | undefined {
    return this.#isRunning ? this.#child?.pid : undefined
  }

  /** Agents, and whatever they have started. */
  get agents(): number[] {
    return findMarked(markOf(this.#place))
  }

  launch(): void {
    const preset = {
      id: 'chaos',
      title: 'Agent of the chaos',
      command: process.execPath,
      args: [join(import.meta.dirname, 'agent.ts'), this.#diary],
      usage: 'prompt',
      signIn: '',
      install: '',
      stateFolders: [],
    }
    const options = {
      place: this.#place,
      identity: this.identity,
      preset,
      folders: { folder: join(this.#home, 'work'), worktrees: false },
      maxSessions: 4,
      home: this.#home,
    }
    const child = spawn(process.execPath, [program, JSON.stringify(options)], {
      env: { PATH: process.env.PATH, HOME: this.#home, NODE_COMPILE_CACHE: join(this.#home, '../compiled') },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const log = (text: Buffer) => appendFileSync(join(this.#home, 'daemon.log'), text)
    child.stdout.on('data', log)
    child.stderr.on('data', log)
    this.#child = child
  }

  signal(name: NodeJS.Signals): void {
    signal(this.pid, name)
  }

  async ended(): Promise<void> {
    if (this.#child && this.#isRunning) await once(this.#child, 'exit')
  }

  get #isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }
}
