import { homedir } from 'node:os'
import { findIdentity } from '@muster/computer/place/identity'
import { placeIn } from '@muster/computer/place/place'
import type { Client } from '@muster/sdk'
import { exitCodes, Failure, usage } from '../command-line/failure.ts'
import { computerIdOf } from '../find-computer.ts'
import { oneLine } from '../terminal/width.ts'

const namesShown = 5

/** The named computer, otherwise this machine, otherwise the only computer. */
export async function computerForSession(client: Client, named: string | undefined, url: string): Promise<string> {
  if (named !== undefined) return computerIdOf(client, named)
  const own = findIdentity(placeIn(homedir()))
  if (own && own.serviceUrl === url) return own.computerId
  const { computers } = await client.computers.list()
  const [first, ...others] = computers
  if (!first) {
    throw new Failure(
      'There is no computer that could run a session.',
      exitCodes.notFound,
      'Let this machine run sessions: muster computers join --agent demo',
    )
  }
  if (others.length === 0) return first.id
  const names = computers.slice(0, namesShown).map(({ name }) => oneLine(name))
  const more = computers.length > namesShown ? ` and ${computers.length - namesShown} more` : ''
  throw usage('Say which computer: there are several.', `Name one with --computer: ${names.join(', ')}${more}.`)
}
