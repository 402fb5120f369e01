import type { Controls } from '../../govern/controls/service.ts'
import type { Database } from '../../ground/database/database.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { Computers } from '../../run/computers/service.ts'

interface OfferOptions {
  readonly database: Database
  readonly clock: Clock
  readonly computers: Computers
  readonly controls: Controls
}

/** The one computer of the demonstration that is real: it runs on this host. */
export const playground = 'playground'

/** Enables managed computers and registers one, unless the controls already have a setting for them. */
export async function offerComputer(options: OfferOptions, principal: Principal): Promise<void> {
  const { database, clock, computers, controls } = options
  if (!computers.isHost) return
  const { settings } = await controls.get(principal)
  if (settings.managedComputersEnabled !== undefined) return
  await database.transaction(async (tx) => {
    const change = { tx, principal, now: clock.now() }
    await controls.replace(change, { ...settings, managedComputersEnabled: true }, undefined)
    await computers.register(change, { name: playground, provider: 'managed' })
  })
}
