import { rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { isHeld } from '@muster/computer/place/hold-lock'
import { findIdentity } from '@muster/computer/place/identity'
import { type Place, placeIn } from '@muster/computer/place/place'
import { findStatus } from '@muster/computer/place/status'
import { command } from '../../../command-line/command.ts'
import { exitCodes, Failure } from '../../../command-line/failure.ts'
import { confirm } from '../../../terminal/prompt.ts'

const waitMs = 30_000
const lookMs = 100

export const leave = command({
  summary: 'Let this machine run sessions no more',
  notes:
    'Ends the daemon, removes the computer from the service, and forgets what this machine knows of its sessions. The service keeps them. Folders in which agents worked stay as they are.',
  options: {
    local: { type: 'flag', summary: 'Forget it here only; an owner can remove it from the service' },
    yes: { type: 'flag', short: 'y', summary: 'Do not ask' },
  },
  examples: [['muster computers leave', 'Leave, after a question']],
  async run(args, { out, client }) {
    const place = placeIn(homedir())
    const identity = findIdentity(place)
    if (!identity) throw new Failure('This machine has not joined.', exitCodes.notFound)
    await confirm(`Leave ${identity.serviceUrl} as ${identity.name}? Turns that run here end.`, args.yes)
    await endDaemon(place)
    if (!args.local) {
      const { computers } = await client()
      await computers.remove({ computerId: identity.computerId }).catch((error: unknown) => {
        if ((error as { status?: number }).status !== 404) throw error
      })
    }
    rmSync(place.directory, { recursive: true, force: true })
    out.note(`${identity.name} has left.`)
  },
})

/** Asks the daemon to exit, and waits until it has released its lock. */
async function endDaemon(place: Place): Promise<void> {
  if (!isHeld(place)) return
  const pid = findStatus(place)?.pid
  if (pid === undefined)
    throw new Failure('A daemon runs, and it is not known where.', exitCodes.refused, 'End it first.')
  process.kill(pid, 'SIGINT')
  const deadlineMs = performance.now() + waitMs
  while (isHeld(place)) {
    if (performance.now() > deadlineMs) {
      throw new Failure(`The daemon (process ${pid}) does not end.`, exitCodes.refused, 'End it first.')
    }
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
}
