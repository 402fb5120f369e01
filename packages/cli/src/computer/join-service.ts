import { readFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { findIdentity, type Identity, relayUrlOf, saveIdentity } from '@muster/computer/place/identity'
import { makePlace, type Place } from '@muster/computer/place/place'
import { autonomyLevels } from '@muster/contract/enumerations'
import type { Context } from '../command-line/context.ts'
import { exitCodes, Failure, usage } from '../command-line/failure.ts'
import { getUrl } from '../connection.ts'

interface Wanted {
  readonly name: string | undefined
  /** The path of a file with the credential of a registered computer. */
  readonly credentialFile: string | undefined
  /** What others may do with it. If absent: unchanged, or nothing for a new computer. */
  readonly allow: string | undefined
  readonly maxLevel: string | undefined
}

/** The identity of this machine: the existing one, the computer of a credential, or a newly registered one. */
export async function joinService(
  place: Place,
  { name, credentialFile, ...wanted }: Wanted,
  context: Context,
): Promise<{ identity: Identity; isNew: boolean }> {
  const { client, connection, urlFlag, env } = context
  const known = findIdentity(place)
  if (known) {
    const hint = 'Leave first: muster computers leave'
    if (name !== undefined && name.toLowerCase() !== known.name.toLowerCase()) {
      throw new Failure(`This machine has joined as ${known.name}.`, exitCodes.conflict, hint)
    }
    const url = urlFlag ?? env.MUSTER_API_URL
    if (url && (await getUrl(urlFlag, env)) !== known.serviceUrl) {
      throw new Failure(`This machine has joined ${known.serviceUrl}.`, exitCodes.conflict, hint)
    }
    if (credentialFile !== undefined && readCredential(credentialFile) !== known.credential) {
      throw new Failure(`This machine has joined as ${known.name}, with another credential.`, exitCodes.conflict, hint)
    }
    return { identity: keep(place, { ...known, ...consentOf(wanted) }), isNew: false }
  }
  if (credentialFile !== undefined) {
    const url = await getUrl(urlFlag, env)
    const identity = { ...identityOf(readCredential(credentialFile), url, name), ...consentOf(wanted) }
    return { identity: keep(place, identity), isNew: false }
  }
  const { url } = await connection()
  const { computers } = await client()
  const computer = await computers.register({
    name: name ?? (hostname().slice(0, 63) || 'computer'),
    hostname: hostname().slice(0, 253) || undefined,
    remoteUser: userInfo().username.slice(0, 63),
  })
  const identity = keep(place, {
    computerId: computer.id,
    name: computer.name,
    credential: computer.credential,
    serviceUrl: url,
    relayUrl: relayUrlOf(url, computer.id),
    userId: computer.userId,
    access: 'private',
    ...consentOf(wanted),
  })
  return { identity, isNew: true }
}

/** The consent given by the flags; flags that are absent add nothing. */
function consentOf({ allow, maxLevel }: Pick<Wanted, 'allow' | 'maxLevel'>): Partial<Identity> {
  const maxAutonomyLevel = autonomyLevels.find((level) => level === maxLevel)
  return {
    ...(allow !== undefined && { access: allow === 'organization' ? 'organization' : 'private' }),
    ...(maxAutonomyLevel && { maxAutonomyLevel }),
  }
}

function keep(place: Place, identity: Identity): Identity {
  makePlace(place)
  saveIdentity(place, identity)
  return identity
}

const credentialForm = /^msc_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_[\w-]{20,200}$/

function readCredential(path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw usage(`The credential cannot be read: ${(error as Error).message}`)
  }
  if (!credentialForm.test(text)) {
    throw usage(`${path} holds no credential of a computer. \`muster computers register\` prints one.`)
  }
  return text
}

/** A credential contains the id of its computer. */
function identityOf(credential: string, serviceUrl: string, name: string | undefined): Identity {
  const computerId = credentialForm.exec(credential)?.slice(1).join('-') ?? ''
  return {
    computerId,
    name: name ?? (hostname() || 'computer'),
    credential,
    serviceUrl,
    relayUrl: relayUrlOf(serviceUrl, computerId),
    access: 'private',
  }
}
