import { endpoints } from '@muster/contract/endpoints'
import { openApiDocument } from '@muster/contract/openapi'
import { ok } from '../../http/call.ts'
import { open } from '../answer.ts'

export const getOpenApi = open(endpoints.service.openapi, (_request, { about }) => ok({ ...openApiDocument(about) }))
