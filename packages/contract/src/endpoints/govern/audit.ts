import { Type } from 'typebox'
import { auditActions } from '../../audit-actions.ts'
import { AuditEntry } from '../../audit-entry.ts'
import { endpoint } from '../../endpoint.ts'
import { Pagination, pageQuery } from '../../pagination.ts'
import { Id, IsoTime } from '../../schema.ts'

export const list = endpoint({
  method: 'GET',
  path: '/api/v0/organization/audit-log',
  summary: 'List the changes in the organization, newest first',
  extension: true,
  access: ['owner'],
  scope: 'organization:read',
  query: Type.Object({
    ...pageQuery,
    action: Type.Optional(Type.Enum([...auditActions])),
    userId: Type.Optional(Id),
    /** The first moment. */
    since: Type.Optional(IsoTime),
    /** The moment after the last one. */
    until: Type.Optional(IsoTime),
  }),
  answers: { 200: Type.Object({ entries: Type.Array(AuditEntry), pagination: Pagination }) },
  items: 'entries',
})
