import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import { definitions } from '../../../know/analytics/definitions.ts'
import { forUser } from '../../answer.ts'

export const getDefinitions = forUser(endpoints.analytics.definitions, () => ok(definitions))
