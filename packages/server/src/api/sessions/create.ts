import { endpoints } from '@muster/contract/endpoints'
import { created } from '../../http/call.ts'
import { preparedChange } from '../answer.ts'

export const createSession = preparedChange(
  endpoints.sessions.create,
  ({ principal, body }, { sessions }) => sessions.prepareCreation(principal, body),
  async ({ change, body, prepared }, { sessions }) => created(await sessions.create(change, body, prepared)),
)
