import { Type } from 'typebox'
import { AuditEntry } from '../audit-entry.ts'
import { endpoint } from '../endpoint.ts'
import { Pagination, pageQuery } from '../pagination.ts'
import { Id } from '../schema.ts'

export const list = endpoint({
  method: 'GET',
  path: '/api/v0/organization/audit-log',
  summary: 'List the changes in the organization, newest first',
  extension: true,
  access: ['owner'],
  scope: 'organization:read',
  query: Type.Object({
    ...pageQuery,
    action: Type.Optional(Type.String({ minLength: 1, maxLength: 100, hint: 'an action such as session.create' })),
    userId: Type.Optional(Id),
  }),
  answers: { 200: Type.Object({ entries: Type.Array(AuditEntry), pagination: Pagination }) },
  items: 'entries',
})
