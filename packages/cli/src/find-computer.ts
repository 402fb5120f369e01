import type { Computer } from '@muster/contract/computer'
import { type Client, isMusterError } from '@muster/sdk'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Finds a computer by name or id. What looks like an id is tried as one first, all else as a name. */
export async function getComputer(client: Client, nameOrId: string): Promise<Computer> {
  const byId = () => client.computers.get({ computerId: nameOrId })
  const byName = () => client.computers.getByName({ name: nameOrId })
  const [first, second] = uuid.test(nameOrId) ? [byId, byName] : [byName, byId]
  try {
    return await first()
  } catch (error) {
    if (!isMusterError(error) || (error.status !== 404 && error.status !== 400)) throw error
    // The failure of the first search is told: that of the second would name the wrong kind.
    return await second().catch(() => Promise.reject(error))
  }
}

/** The id that a call needs. */
export async function computerIdOf(client: Client, nameOrId: string): Promise<string> {
  return uuid.test(nameOrId) ? nameOrId : (await getComputer(client, nameOrId)).id
}
