import { readFileSync } from 'node:fs'
import { type AutonomyLevel, autonomyLevels, type ComputerAccess } from '@muster/contract/enumerations'
import { relayAgentPath } from '@muster/contract/relay/protocol'
import { replaceFile } from '@muster/hooks/replace-file'
import { objectOf, textOf } from '../acp/loose.ts'
import type { Place } from './place.ts'

/** The identity of this computer. The credential is a secret: no log, list or agent may see it. */
export interface Identity {
  readonly computerId: string
  readonly name: string
  readonly credential: string
  readonly serviceUrl: string
  readonly relayUrl: string
  /** Its user in the service. Unknown for a computer that joined with a credential alone. */
  readonly userId?: string | undefined
  /** What its user lets others do here. Only the user can change it; the service cannot. */
  readonly access: ComputerAccess
  readonly maxAutonomyLevel?: AutonomyLevel | undefined
}

/** `undefined` if this machine has not joined. A damaged file is an error, because joining again would lose turns. */
export function findIdentity(place: Place): Identity | undefined {
  let text: string
  try {
    text = readFileSync(place.identity, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const identity = parse(text)
  if (!identity) throw new Error(`${place.identity} is damaged. Leave and join again: muster computers leave`)
  return identity
}

export function saveIdentity(place: Place, identity: Identity): void {
  replaceFile(place.identity, `${JSON.stringify(identity, null, 2)}\n`, { mode: 0o600 })
}

/** The relay address, derived from the service address that the user named and not from the service's answers. */
export function relayUrlOf(serviceUrl: string, computerId: string): string {
  return `${serviceUrl.replace(/^http/, 'ws').replace(/\/+$/, '')}${relayAgentPath(computerId)}`
}

function parse(text: string): Identity | undefined {
  try {
    const { computerId, name, credential, serviceUrl, relayUrl, userId, access, maxAutonomyLevel } = objectOf(
      JSON.parse(text),
    )
    const [id, secret, url] = [textOf(computerId), textOf(credential), textOf(serviceUrl)]
    if (id === undefined || secret === undefined || url === undefined) return undefined
    return {
      computerId: id,
      credential: secret,
      serviceUrl: url,
      name: textOf(name) ?? id,
      relayUrl: textOf(relayUrl) ?? relayUrlOf(url, id),
      userId: textOf(userId),
      access: access === 'organization' ? access : 'private',
      maxAutonomyLevel: autonomyLevels.find((level) => level === maxAutonomyLevel),
    }
  } catch {
    return undefined
  }
}
