import { joinComputer } from '../../computer/test/join-computer.ts'
import type { Person } from '../../server/src/testing/test-server.ts'

export interface DemoComputer {
  readonly id: string
  readonly folder: string
  stop(): Promise<void>
}

/** A computer of this person, in this process, which runs sessions with the demo agent. */
export async function joinDemoComputer(person: Person, address: string, name: string): Promise<DemoComputer> {
  const { id, folder, start, remove } = await joinComputer(person, { address, name })
  const daemon = await start()
  const stop = async () => {
    await daemon.stop(0)
    remove()
  }
  return { id, folder, stop }
}
