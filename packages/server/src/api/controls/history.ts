import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { read } from '../answer.ts'

export const listControlChanges = read(endpoints.controls.history, async ({ principal, query }, { controls }) =>
  ok(await controls.history(principal, query)),
)
