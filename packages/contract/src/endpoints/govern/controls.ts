import { Type } from 'typebox'
import { ControlChange, ControlSettings } from '../../controls.ts'
import { endpoint } from '../../endpoint.ts'
import { Pagination, pageQuery } from '../../pagination.ts'

export const get = endpoint({
  method: 'GET',
  path: '/api/v0/organization/enterprise-controls',
  summary: 'Get the enterprise controls in force',
  description: 'The `ETag` is the revision. Revision 0 is the organization as it was created, with nothing set.',
  extension: true,
  access: ['owner', 'manager'],
  scope: 'organization:read',
  headers: ['If-None-Match'],
  answers: { 200: ControlChange, 304: null },
})

export const replace = endpoint({
  method: 'PUT',
  path: '/api/v0/organization/enterprise-controls',
  summary: 'Replace the enterprise controls',
  description:
    'The body is the whole settings. With `If-Match: <revision>` the change is made only on top of that revision. Secrets that come back as `***` stay as they were.',
  extension: true,
  access: ['owner'],
  scope: 'organization:write',
  headers: ['If-Match'],
  body: ControlSettings,
  answers: { 200: ControlChange },
  errors: ['revision_mismatch'],
})

export const history = endpoint({
  method: 'GET',
  path: '/api/v0/organization/enterprise-controls/history',
  summary: 'List the changes of the enterprise controls, newest first',
  access: ['owner', 'manager'],
  scope: 'organization:read',
  query: Type.Object(pageQuery),
  answers: { 200: Type.Object({ changes: Type.Array(ControlChange), pagination: Pagination }) },
  items: 'changes',
})
