import { endpoints } from '@muster/contract/endpoints'
import { created } from '../../../http/call.ts'
import { open } from '../../answer.ts'

export const createOrganization = open(
  endpoints.operator.createOrganization,
  async ({ body, origin }, { database, organizations }) =>
    created(await database.transaction((tx) => organizations.create(tx, { ...body, origin }))),
)
