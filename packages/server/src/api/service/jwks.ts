import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { open } from '../answer.ts'

export const getJwks = open(endpoints.service.jwks, (_request, { tokens }) => ok(tokens.jwks))
