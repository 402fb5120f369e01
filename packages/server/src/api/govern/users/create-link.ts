import { endpoints } from '@muster/contract/endpoints'
import { created } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const createUserLink = change(endpoints.users.createLink, async ({ change, params, body }, { links }) =>
  created(await links.create(change, params.userId, body.purpose)),
)
