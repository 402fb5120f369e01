import { homedir } from 'node:os'
import { placeIn } from '@muster/computer/place/place'
import { command } from '../../../command-line/command.ts'
import { exitCodes, Failure } from '../../../command-line/failure.ts'
import { stateOfDaemon } from '../../../computer/state-of-daemon.ts'
import { timeOf } from '../../../terminal/cell.ts'

export const status = command({
  summary: 'Show whether this machine runs sessions',
  notes: 'Ends with 1 when no daemon runs or it is not connected.',
  examples: [['muster computers status', 'This machine']],
  async run(_args, { out }) {
    const found = stateOfDaemon(placeIn(homedir()))
    if (!found) throw new Failure('This machine has not joined.', exitCodes.notFound, 'Join: muster computers join')
    const { identity, now, state } = found
    const { computerId, name, serviceUrl, access, maxAutonomyLevel } = identity
    const shown = {
      computerId,
      name,
      serviceUrl,
      access,
      maxAutonomyLevel,
      state,
      pid: now?.pid,
      agent: now?.agent,
      detail: now?.detail,
      hindrance: now?.hindrance,
    }
    out.details(shown, [
      ['Name', name],
      ['Id', computerId],
      ['Service', serviceUrl],
      ['Work from', access === 'private' ? 'you alone' : 'the organization'],
      ['Highest level', maxAutonomyLevel],
      ['Daemon', state],
      ['Since', now && timeOf(now.since)],
      ['Process', now && String(now.pid)],
      ['Agent', now?.agent],
      ['Hindrance', now?.hindrance],
      ['Last fault', state === 'connected' ? undefined : now?.detail],
    ])
    if (state !== 'connected')
      throw new Failure(`The daemon is ${state}.`, exitCodes.refused, 'See `muster computers logs`.')
  },
})
