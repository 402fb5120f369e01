import { Type } from 'typebox'
import { BrowserSession, CheckLink, SignIn } from '../../browser-session.ts'
import { endpoint } from '../../endpoint.ts'
import { roles } from '../../enumerations.ts'
import { Pagination, pageQuery } from '../../pagination.ts'
import { Id } from '../../schema.ts'
import { LinkInfo } from '../../sign-in-link.ts'

const path = '/api/v0/browser-sessions'

export const create = endpoint({
  method: 'POST',
  path,
  summary: 'Sign in to the web application',
  description:
    'Answers with a cookie that stands for the bearer in requests of the same origin. A session that was opened with an API key has its scopes and ends with it. Where a password is good for several organizations, the answer is 401 with `errors`: the id of each as `path` and its name as `message`; send one of the ids as `organizationId`. A link works once; one that invites somebody, or resets a password, needs the new password with it. Failed attempts with a password are limited for each address and each e-mail.',
  extension: true,
  access: 'anyone',
  body: SignIn,
  answers: { 201: BrowserSession },
  errors: ['unauthorized', 'cross_origin', 'address_not_allowed'],
})

export const checkLink = endpoint({
  method: 'POST',
  // The path is not below that of a session, where `link` would be parsed as an id.
  path: '/api/v0/sign-in-links/check',
  summary: 'What a link is for, without using it',
  extension: true,
  access: 'anyone',
  body: CheckLink,
  answers: { 200: LinkInfo },
  errors: ['unauthorized', 'address_not_allowed'],
})

export const list = endpoint({
  method: 'GET',
  path,
  summary: 'List the browsers in which you are signed in, newest first',
  extension: true,
  access: roles,
  scope: 'keys:read',
  query: Type.Object(pageQuery),
  answers: { 200: Type.Object({ browserSessions: Type.Array(BrowserSession), pagination: Pagination }) },
  items: 'browserSessions',
})

export const signOut = endpoint({
  method: 'DELETE',
  path: `${path}/current`,
  summary: 'Sign out in the browser that asks',
  description:
    'Its cookie is taken back. A bearer that is no cookie has nothing to sign out of, and gets the same answer.',
  extension: true,
  access: roles,
  answers: { 204: null },
})

export const revoke = endpoint({
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Sign one of your browsers out',
  description: '`all` signs you out everywhere.',
  extension: true,
  access: roles,
  scope: 'keys:write',
  params: Type.Object({ id: Id }),
  answers: { 204: null },
  errors: ['browser_session_not_found'],
})
