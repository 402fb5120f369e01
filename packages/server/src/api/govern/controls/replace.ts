import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { change } from '../../answer.ts'
import { etagOf, parseIfMatch } from './revision.ts'

export const replaceControls = change(endpoints.controls.replace, async ({ change, body, headers }, { controls }) => {
  const current = await controls.replace(change, body, parseIfMatch(headers['if-match']))
  return ok(current, { ETag: etagOf(current.revision) })
})
