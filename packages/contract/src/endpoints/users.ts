import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { InviteUser, OrganizationUser, UpdateUser } from '../organization.ts'
import { Pagination, pageQuery } from '../pagination.ts'
import { Id } from '../schema.ts'

const params = Type.Object({ userId: Id })

export const list = endpoint({
  method: 'GET',
  path: '/api/v0/organization/users',
  summary: 'List the users of the organization, oldest first',
  description: 'Members see only themselves while `restrictMemberVisibility` is on.',
  access: ['owner', 'manager', 'member'],
  scope: 'organization:read',
  query: Type.Object(pageQuery),
  answers: { 200: Type.Object({ users: Type.Array(OrganizationUser), pagination: Pagination }) },
  items: 'users',
})

export const invite = endpoint({
  method: 'POST',
  path: '/api/v0/organization/users',
  summary: 'Add a user to the organization',
  description: 'Somebody who was removed before comes back with the same id.',
  extension: true,
  access: ['owner'],
  scope: 'organization:write',
  headers: ['Idempotency-Key'],
  body: InviteUser,
  answers: { 201: OrganizationUser },
  errors: ['email_taken', 'quota_reached'],
})

export const update = endpoint({
  method: 'PATCH',
  path: '/api/v0/organization/users/{userId}',
  summary: 'Change a user’s role or names',
  extension: true,
  access: ['owner'],
  scope: 'organization:write',
  params,
  body: UpdateUser,
  answers: { 200: OrganizationUser },
  errors: ['user_not_found', 'last_owner', 'last_owner_key'],
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/v0/organization/users/{userId}',
  summary: 'Remove a user and revoke their keys',
  extension: true,
  access: ['owner'],
  scope: 'organization:write',
  params,
  answers: { 204: null },
  errors: ['user_not_found', 'last_owner', 'last_owner_key'],
})
