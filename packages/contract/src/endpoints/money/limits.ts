import { Type } from 'typebox'
import { endpoint } from '../../endpoint.ts'
import { SetUserLimits, SetUserLimitsResult, UserLimit } from '../../limits.ts'
import { Pagination, pageQuery } from '../../pagination.ts'

export const list = endpoint({
  method: 'GET',
  path: '/api/v0/organization/usage/limits/users',
  summary: 'List the users that have a credit limit, with what they used this month',
  description:
    'What was used comes from the same usage events as analytics, today’s included, and is current within seconds.',
  extension: true,
  access: ['owner', 'manager'],
  scope: 'organization:read',
  query: Type.Object(pageQuery),
  answers: { 200: Type.Object({ users: Type.Array(UserLimit), pagination: Pagination }) },
  items: 'users',
})

export const set = endpoint({
  method: 'PUT',
  path: '/api/v0/organization/usage/limits/users',
  summary: 'Set the monthly credit limits of users',
  description:
    'Each entry stands for itself: those that could be set are in `updated`, the others in `errors` with the reason. `limit: null` removes a limit.',
  access: ['owner', 'manager'],
  scope: 'organization:write',
  body: SetUserLimits,
  answers: { 200: SetUserLimitsResult },
})
