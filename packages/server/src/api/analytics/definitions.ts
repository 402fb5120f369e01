import { endpoints } from '@muster/contract/endpoints'
import { definitions } from '../../analytics/definitions.ts'
import { ok } from '../../http/call.ts'
import { read } from '../answer.ts'

export const getDefinitions = read(endpoints.analytics.definitions, () => ok(definitions))
