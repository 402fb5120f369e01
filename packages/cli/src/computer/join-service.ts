import { hostname, userInfo } from 'node:os'
import { findIdentity, type Identity, relayUrlOf, saveIdentity } from '@muster/computer/place/identity'
import { makePlace, type Place } from '@muster/computer/place/place'
import type { Context } from '../command-line/context.ts'
import { exitCodes, Failure } from '../command-line/failure.ts'

/** The identity of this machine: from an earlier join, or registered now. */
export async function joinService(
  place: Place,
  name: string | undefined,
  { client, connection, urlFlag, env }: Context,
): Promise<{ identity: Identity; isNew: boolean }> {
  const known = findIdentity(place)
  if (known) {
    const hint = 'Leave first: muster computers leave'
    if (name !== undefined && name.toLowerCase() !== known.name.toLowerCase()) {
      throw new Failure(`This machine has joined as ${known.name}.`, exitCodes.conflict, hint)
    }
    const wanted = urlFlag ?? env.MUSTER_API_URL
    if (wanted && (await connection()).url !== known.serviceUrl) {
      throw new Failure(`This machine has joined ${known.serviceUrl}.`, exitCodes.conflict, hint)
    }
    return { identity: known, isNew: false }
  }
  const { url } = await connection()
  const { computers } = await client()
  const computer = await computers.register({
    name: name ?? (hostname().slice(0, 63) || 'computer'),
    hostname: hostname().slice(0, 253) || undefined,
    remoteUser: userInfo().username.slice(0, 63),
  })
  const identity: Identity = {
    computerId: computer.id,
    name: computer.name,
    credential: computer.credential,
    serviceUrl: url,
    relayUrl: computer.relayAgentUrl ?? relayUrlOf(url, computer.id),
  }
  makePlace(place)
  saveIdentity(place, identity)
  return { identity, isNew: true }
}
