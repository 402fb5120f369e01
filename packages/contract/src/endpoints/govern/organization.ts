import { Type } from 'typebox'
import { Day } from '../../analytics.ts'
import { endpoint } from '../../endpoint.ts'
import { roles } from '../../enumerations.ts'
import { Me, Organization, UpdateOrganization } from '../../organization.ts'
import { OwnUsage } from '../../own-usage.ts'
import { SetPassword } from '../../sign-in-link.ts'

export const me = endpoint({
  method: 'GET',
  path: '/api/v0/me',
  summary: 'Who the bearer is, in which organization, with which role',
  extension: true,
  access: roles,
  answers: { 200: Me },
})

export const setPassword = endpoint({
  method: 'PUT',
  path: '/api/v0/me/password',
  summary: 'Set your own password',
  description: 'Who has a password gives it as `currentPassword`. All your other browsers are signed out.',
  extension: true,
  access: roles,
  bearer: 'api-key',
  wholeBearer: true,
  scope: 'keys:write',
  body: SetPassword,
  answers: { 204: null },
  errors: ['wrong_password'],
})

/** The server checks after the schema that the days exist, because that depends on the clock. */
export const myUsage = endpoint({
  method: 'GET',
  path: '/api/v0/me/usage',
  summary: 'What the caller has used, today included, and what is left of the month',
  description:
    'The caller’s own rows, as in `/api/v1/analytics/users`, of the days on which the caller was active. Both days are included, in UTC, from 2026-01-14 to today; when left out, it is this month. `provisional` marks today, and days that wait to be computed. `month` tells of the calendar month up to now, whatever days were asked for; credits are current within seconds. Like `/api/v0/me`, it tells the bearer only of the bearer’s own user, and needs no scope.',
  extension: true,
  access: ['owner', 'manager', 'member'],
  query: Type.Object({ startDate: Type.Optional(Day), endDate: Type.Optional(Day) }),
  answers: { 200: OwnUsage },
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
