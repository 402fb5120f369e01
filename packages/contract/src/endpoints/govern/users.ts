import { Type } from 'typebox'
import { endpoint } from '../../endpoint.ts'
import { InviteUser, OrganizationUser, UpdateUser } from '../../organization.ts'
import { Pagination, pageQuery } from '../../pagination.ts'
import { Id } from '../../schema.ts'
import { CreatedLink, CreateLink, Invitation, InvitePeople } from '../../sign-in-link.ts'

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

export const invitePeople = endpoint({
  method: 'POST',
  path: '/api/v0/organization/invitations',
  summary: 'Invite a list of people, each by a link',
  description:
    'One person a line: `email, role, first name, last name, team`. All but the e-mail may be left out; without a role it is a member. Up to 5,000 people. If a line has a fault, nobody is invited: `errors` names every such line, as in `line 17`.',
  extension: true,
  access: ['owner'],
  bearer: 'api-key',
  wholeBearer: true,
  scope: 'organization:write',
  body: InvitePeople,
  answers: { 201: Type.Object({ invitations: Type.Array(Invitation) }) },
  shownOnce: 'invitations',
  errors: ['quota_reached'],
})

export const createLink = endpoint({
  method: 'POST',
  path: '/api/v0/organization/users/{userId}/links',
  summary: 'Make a link that invites a user, or resets their password',
  description:
    'Earlier links of the user end. An invitation works for 7 days, a reset for one day; both work once. Whoever opens the link chooses a password.',
  extension: true,
  access: ['owner'],
  bearer: 'api-key',
  wholeBearer: true,
  scope: 'organization:write',
  params,
  body: CreateLink,
  answers: { 201: CreatedLink },
  shownOnce: 'url',
  errors: ['user_not_found'],
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
