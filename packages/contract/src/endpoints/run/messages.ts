import { Type } from 'typebox'
import { endpoint } from '../../endpoint.ts'
import { Message, PostedMessage, PostMessage } from '../../message.ts'
import { Pagination, pageQuery } from '../../pagination.ts'
import { Id } from '../../schema.ts'

const working = ['owner', 'manager', 'member'] as const
const computerId = Type.Optional(Id)

export const list = endpoint({
  method: 'GET',
  path: '/api/v0/sessions/{sessionId}/messages',
  summary: 'List the messages of a session, newest first',
  access: working,
  scope: 'sessions:read',
  params: Type.Object({ sessionId: Id }),
  query: Type.Object({
    ...pageQuery,
    computerId,
    role: Type.Optional(Type.Enum(['user', 'assistant', 'tool'])),
    order: Type.Optional(Type.Enum(['asc', 'desc'], { default: 'desc', 'x-extension': true })),
  }),
  answers: { 200: Type.Object({ messages: Type.Array(Message), pagination: Pagination }) },
  items: 'messages',
  errors: ['session_not_found', 'computer_not_found', 'computer_offline', 'computer_timeout'],
})

export const get = endpoint({
  method: 'GET',
  path: '/api/v0/sessions/{sessionId}/messages/{messageId}',
  summary: 'Get a message',
  access: working,
  scope: 'sessions:read',
  params: Type.Object({ sessionId: Id, messageId: Id }),
  query: Type.Object({ computerId }),
  answers: { 200: Message },
  errors: ['session_not_found', 'message_not_found', 'computer_not_found', 'computer_offline', 'computer_timeout'],
})

export const post = endpoint({
  method: 'POST',
  path: '/api/v0/sessions/{sessionId}/messages',
  summary: 'Post a message to the agent of a session',
  description:
    'The message is stored and queued for the session’s computer before the answer. A busy session works through its messages in order.',
  access: working,
  scope: 'sessions:write',
  headers: ['Idempotency-Key'],
  params: Type.Object({ sessionId: Id }),
  body: PostMessage,
  bodyLimit: 'attachments',
  answers: { 200: PostedMessage },
  errors: [
    'credit_limit_reached',
    'session_not_found',
    'session_archived',
    'computer_not_found',
    'computer_not_allowed',
    'computer_cut_off',
    'computer_private',
    'session_busy',
    'session_without_computer',
    'attachment_too_large',
  ],
})

export const takeBack = endpoint({
  method: 'DELETE',
  path: '/api/v0/sessions/{sessionId}/messages/{messageId}',
  summary: 'Take a message back that still waits',
  extension: true,
  access: working,
  scope: 'sessions:write',
  params: Type.Object({ sessionId: Id, messageId: Id }),
  answers: { 204: null },
  errors: ['session_not_found', 'message_not_found', 'message_not_waiting'],
})
