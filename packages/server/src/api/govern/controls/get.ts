import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { forUser } from '../../answer.ts'
import { etagOf } from './revision.ts'

export const getControls = forUser(endpoints.controls.get, async ({ principal }, { controls }) => {
  const current = await controls.get(principal)
  return ok(current, { ETag: etagOf(current.revision) })
})
