import type { ChaosComputer } from '../computer.ts'
import type { SmallDisk } from '../disk/small-disk.ts'
import type { ManagedComputer } from '../managed-computer.ts'
import type { Random } from '../random.ts'
import type { Service } from '../service.ts'

export interface Scene {
  readonly service: Service
  readonly random: Random
  readonly disk: SmallDisk | undefined
  readonly computers: readonly ChaosComputer[]
  readonly managed: ManagedComputer
  problem(text: string): void
  readonly count: (what: string) => void
}

/** A fault. When `happen` is done, the service runs, and is ready soon. */
export interface Fault {
  readonly name: string
  readonly needsDisk?: true
  happen(scene: Scene): Promise<void>
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Starts the service again after it ended. */
export async function restart({ service, problem }: Scene): Promise<void> {
  if ((await service.ended()) === undefined) {
    problem('the service did not end in time')
    service.signal('SIGKILL')
    await service.ended()
  }
  service.launch()
}
