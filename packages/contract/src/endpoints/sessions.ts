import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Pagination, pageQuery } from '../pagination.ts'
import { Id } from '../schema.ts'
import { CreateSession, Session, UpdateSession } from '../session.ts'

const working = ['owner', 'manager', 'member'] as const
const params = Type.Object({ sessionId: Id })

/** With it, the computer itself is asked instead of the service's own rows. */
const computerId = Type.Optional(Id)

export const list = endpoint({
  method: 'GET',
  path: '/api/v0/sessions',
  summary: 'List sessions, newest first',
  access: working,
  scope: 'sessions:read',
  query: Type.Object({ ...pageQuery, computerId }),
  answers: { 200: Type.Object({ sessions: Type.Array(Session), pagination: Pagination }) },
  items: 'sessions',
  errors: ['computer_not_found', 'computer_offline', 'computer_timeout'],
})

export const create = endpoint({
  method: 'POST',
  path: '/api/v0/sessions',
  summary: 'Create a session on a computer',
  description:
    'Settings that are not given come from the organization’s defaults. Autonomy above the organization’s maximum is lowered to it, and the answer shows the value in force.',
  access: working,
  scope: 'sessions:write',
  headers: ['Idempotency-Key'],
  body: CreateSession,
  answers: { 201: Session },
  errors: ['computer_not_found', 'computer_not_allowed', 'model_not_allowed', 'mission_not_allowed', 'quota_reached'],
})

export const get = endpoint({
  method: 'GET',
  path: '/api/v0/sessions/{sessionId}',
  summary: 'Get a session',
  access: working,
  scope: 'sessions:read',
  params,
  query: Type.Object({ computerId }),
  answers: { 200: Session },
  errors: ['session_not_found', 'computer_not_found', 'computer_offline', 'computer_timeout'],
})

export const update = endpoint({
  method: 'PATCH',
  path: '/api/v0/sessions/{sessionId}',
  summary: 'Merge settings into a session',
  description: 'Fields that are not sent stay as they are. `archivedAt: null` un-archives.',
  access: working,
  scope: 'sessions:write',
  params,
  body: UpdateSession,
  answers: { 200: Session },
  errors: ['session_not_found', 'model_not_allowed', 'mission_not_allowed'],
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/v0/sessions/{sessionId}',
  summary: 'Delete a session and its messages',
  extension: true,
  access: working,
  scope: 'sessions:write',
  params,
  answers: { 204: null },
  errors: ['session_not_found'],
})
