import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { open } from '../answer.ts'

export const getHealth = open(endpoints.service.health, () => ok({ status: 'ok' as const }))
