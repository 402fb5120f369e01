import type { Computer } from '@muster/contract/computer'
import { type Client, isMusterError } from '@muster/sdk'
import { getOne } from './get-one.ts'
import { isUuid } from './is-uuid.ts'

/**
 * Finds a computer by its name or id, or by a prefix of either. Text in the format of an id is tried as an id first.
 */
export async function getComputer(client: Client, given: string): Promise<Computer> {
  try {
    return await (isUuid(given)
      ? client.computers.get({ computerId: given })
      : client.computers.getByName({ name: given }))
  } catch (error) {
    if (!isMusterError(error) || (error.status !== 404 && error.status !== 400)) throw error
    const { computers } = await client.computers.list()
    return getOne(computers, (computer) => computer, given, 'computer')
  }
}

/** The id of the computer that a person named. */
export async function computerIdOf(client: Client, given: string): Promise<string> {
  return isUuid(given) ? given : (await getComputer(client, given)).id
}
