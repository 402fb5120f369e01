import { endpoints } from '@muster/contract/endpoints'
import { created } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const createSession = change(
  endpoints.sessions.create,
  { prepare: ({ principal, body }, { sessions }) => sessions.prepareCreation(principal, body) },
  async ({ change, body, prepared }, { sessions }) => created(await sessions.create(change, body, prepared)),
)
