import { Type } from 'typebox'
import { endpoint } from '../../endpoint.ts'
import { SessionStatus } from '../../enumerations.ts'
import { LiveText } from '../../live-text.ts'
import { Message } from '../../message.ts'
import { Pagination, pageQuery } from '../../pagination.ts'
import { DecidePermission, Permission } from '../../permission.ts'
import { closed, Id, IsoTime } from '../../schema.ts'
import { CreateSession, Session, UpdateSession } from '../../session.ts'

const working = ['owner', 'manager', 'member'] as const
const params = Type.Object({ sessionId: Id })

/** If set, the named computer answers instead of the service's database. */
const computerId = Type.Optional(Id)

const filters = {
  status: Type.Optional(Type.With(SessionStatus, { 'x-extension': true })),
  userId: Type.Optional(Type.With(Id, { 'x-extension': true })),
  /** The first moment at which a session was created, and the moment after the last one. */
  since: Type.Optional(Type.With(IsoTime, { 'x-extension': true })),
  until: Type.Optional(Type.With(IsoTime, { 'x-extension': true })),
}

export const list = endpoint({
  method: 'GET',
  path: '/api/v0/sessions',
  summary: 'List sessions, newest first',
  description:
    '`since` is the first moment at which a session was created, `until` the moment after the last one. Filters go with each other, but not with `computerId`: a computer lists all that it has.',
  access: working,
  scope: 'sessions:read',
  query: Type.Object({ ...pageQuery, computerId, ...filters }),
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
  errors: [
    'computer_not_found',
    'computer_not_allowed',
    'computer_cut_off',
    'computer_private',
    'model_not_allowed',
    'mission_not_allowed',
    'quota_reached',
  ],
})

export const get = endpoint({
  method: 'GET',
  path: '/api/v0/sessions/{sessionId}',
  summary: 'Get a session',
  access: working,
  scope: 'sessions:read',
  params,
  query: Type.Object({
    computerId,
    wait: Type.Optional(
      Type.String({
        pattern: '^([1-9]|[1-5][0-9]|60)$',
        hint: 'a whole number of seconds from 1 to 60',
        description: 'Answers as soon as the session is idle, or after so many seconds.',
        'x-extension': true,
      }),
    ),
  }),
  answers: { 200: Session },
  errors: ['session_not_found', 'computer_not_found', 'computer_offline', 'computer_timeout'],
})

export const update = endpoint({
  method: 'PATCH',
  path: '/api/v0/sessions/{sessionId}',
  summary: 'Merge settings into a session',
  description:
    'Fields that are not sent stay as they are. `archivedAt` puts the session into the archive and interrupts what works on it; `archivedAt: null` un-archives.',
  access: working,
  scope: 'sessions:write',
  params,
  body: UpdateSession,
  answers: { 200: Session },
  errors: ['session_not_found', 'model_not_allowed', 'mission_not_allowed', 'computer_private'],
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

export const interrupt = endpoint({
  method: 'POST',
  path: '/api/v0/sessions/{sessionId}/interrupt',
  summary: 'Stop the agent of a session',
  description:
    'The turn ends, and messages that wait are not begun. The answer is 202 while the agent is being stopped, and 200 for a session that is idle already.',
  extension: true,
  access: working,
  scope: 'sessions:write',
  params,
  body: closed({}),
  answers: { 200: Session, 202: Session },
  errors: ['session_not_found'],
})

export const events = endpoint({
  method: 'GET',
  path: '/api/v0/sessions/{sessionId}/events',
  summary: 'Watch a session',
  description:
    'Server-sent events: `session`, `message` and `permission`, each whole and with the version to go on from; `preview` and `delta` with unfinished text. Begins with the session as it is. With `Last-Event-ID` (or `after`) everything follows that has changed since, with `from=start` the whole history.',
  extension: true,
  access: working,
  scope: 'sessions:read',
  params,
  query: Type.Object({
    after: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$', hint: 'the id of an event' })),
    from: Type.Optional(Type.Enum(['start'])),
  }),
  produces: 'text/event-stream',
  events: { session: Session, message: Message, permission: Permission, preview: LiveText, delta: LiveText },
  answers: { 200: Type.String() },
  errors: ['session_not_found'],
})

export const watchAll = endpoint({
  method: 'GET',
  path: '/api/v0/events/sessions',
  summary: 'Watch all sessions that you may see',
  description:
    'Server-sent events. `ready` comes first: read the list then, and nothing is missed. `session` is a session as it is after a change, `gone` one that was deleted. With `Last-Event-ID` (or `after`) every session follows that has changed since; one may come twice. `reset` says that these are too many: read the list again.',
  extension: true,
  access: working,
  scope: 'sessions:read',
  query: Type.Object({
    after: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$', hint: 'the id of an event' })),
  }),
  produces: 'text/event-stream',
  events: {
    session: Session,
    gone: Type.Object({ sessionId: Type.String() }),
    ready: Type.Object({}),
    reset: Type.Object({}),
  },
  answers: { 200: Type.String() },
})

export const listPermissions = endpoint({
  method: 'GET',
  path: '/api/v0/sessions/{sessionId}/permissions',
  summary: 'List what the agent has asked for, newest first',
  extension: true,
  access: working,
  scope: 'sessions:read',
  params,
  answers: { 200: Type.Object({ permissions: Type.Array(Permission) }) },
  errors: ['session_not_found'],
})

export const decidePermission = endpoint({
  method: 'POST',
  path: '/api/v0/sessions/{sessionId}/permissions/{permissionId}',
  summary: 'Answer what the agent asks for',
  extension: true,
  access: working,
  scope: 'sessions:write',
  params: Type.Object({ sessionId: Id, permissionId: Id }),
  body: DecidePermission,
  answers: { 200: Permission },
  errors: ['session_not_found', 'permission_not_found', 'permission_decided', 'computer_private'],
})
