import { endpoints } from '@muster/contract/endpoints'
import { created } from '../../http/call.ts'
import { change } from '../answer.ts'

export const createSession = change(endpoints.sessions.create, async ({ change, body }, { sessions }) =>
  created(await sessions.create(change, body)),
)
