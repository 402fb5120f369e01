import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'

export const listControlChanges = forUser(endpoints.controls.history, async ({ principal, query }, { controls }) =>
  ok(await controls.history(principal, query)),
)
