import { endpoints } from '@muster/contract/endpoints'
import { definitions } from '../../analytics/definitions.ts'
import { ok } from '../../http/call.ts'
import { forUser } from '../answer.ts'

export const getDefinitions = forUser(endpoints.analytics.definitions, () => ok(definitions))
