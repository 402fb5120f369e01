import { endpoint } from '../endpoint.ts'
import { roles } from '../enumerations.ts'
import { Me, Organization, UpdateOrganization } from '../organization.ts'

export const me = endpoint({
  method: 'GET',
  path: '/api/v0/me',
  summary: 'Who the bearer is, in which organization, with which role',
  extension: true,
  access: roles,
  answers: { 200: Me },
})

export const get = endpoint({
  method: 'GET',
  path: '/api/v0/organization',
  summary: 'Get the organization',
  extension: true,
  access: roles,
  scope: 'organization:read',
  answers: { 200: Organization },
})

export const update = endpoint({
  method: 'PATCH',
  path: '/api/v0/organization',
  summary: 'Rename the organization',
  extension: true,
  access: ['owner'],
  scope: 'organization:write',
  body: UpdateOrganization,
  answers: { 200: Organization },
})
