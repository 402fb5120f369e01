import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Controls } from '../../govern/controls/service.ts'
import type { Hints } from '../../ground/platform/hints.ts'
import { isUuid } from '../../ground/platform/ids.ts'
import type { HostParts } from './host-parts.ts'
import { ManagedComputer, removeLeftOvers } from './managed-computer.ts'
import * as repository from './repository.ts'

interface HostOptions extends HostParts {
  readonly hostId: string
  readonly controls: Controls
  readonly hints: Hints
  /** No other host shares the database, so all managed computers run here. */
  readonly isAlone: boolean
}

/** Hints come with every message, so checks are limited to one a second. */
const restMs = 1_000
/** Checks without a hint: hints can be lost, and controls change without one. */
const lookEveryMs = 10_000

/**
 * Runs the managed computers of this host. It compares the computers in the database with the running ones, starts
 * those that are missing, and removes those that were deleted. It keeps no list of pending work that could get out of
 * date.
 */
export function startHost(options: HostOptions): { stop(): Promise<void> } {
  const { database, controls, hints, hostId, directory, log } = options
  const computers = new Map<string, ManagedComputer>()
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let isHinted = false
  let isLooking = false
  let lookedMs = 0
  let looking = begin()

  async function begin(): Promise<void> {
    if (options.isAlone) await tolerant(() => repository.takeAll(database, hostId))
    await look()
  }

  async function look(): Promise<void> {
    isHinted = false
    isLooking = true
    await tolerant(converge)
    isLooking = false
    lookedMs = performance.now()
    schedule(isHinted ? restMs : lookEveryMs)
  }

  function schedule(ms: number): void {
    clearTimeout(timer)
    if (isStopped) return
    timer = setTimeout(() => {
      looking = look()
    }, ms).unref()
  }

  async function converge(): Promise<void> {
    const rows = await repository.hostedBy(database, hostId)
    const wanted = new Set(rows.map(({ id }) => id))
    for (const row of rows) {
      const computer = computers.get(row.id) ?? new ManagedComputer(row, options)
      computers.set(row.id, computer)
      const { managedComputersEnabled } = await controls.inForceNow(row.organization_id)
      if (isStopped) return
      if (managedComputersEnabled) computer.run()
      else await computer.stop()
    }
    for (const [id, computer] of computers) {
      if (wanted.has(id)) continue
      computers.delete(id)
      await computer.remove()
    }
    for (const id of readdirSync(directory)) {
      if (isUuid(id) && !wanted.has(id)) removeLeftOvers(join(directory, id), directory)
    }
  }

  async function tolerant(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      log.warn({ err: error }, 'managed computers cannot be looked after just now')
    }
  }

  const endHints = hints.subscribe(({ kind }) => {
    if (kind !== 'computer' || isHinted) return
    isHinted = true
    if (!isLooking) schedule(Math.max(0, lookedMs + restMs - performance.now()))
  })

  return {
    async stop() {
      isStopped = true
      endHints()
      clearTimeout(timer)
      await looking
      await Promise.all([...computers.values()].map((computer) => computer.stop()))
    },
  }
}
