import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { change } from '../../answer.ts'

export const setLimits = change(endpoints.limits.set, async ({ change, body }, { limits }) =>
  ok(await limits.set(change, body)),
)
