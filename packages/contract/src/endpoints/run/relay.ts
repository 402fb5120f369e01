import { Type } from 'typebox'
import { endpoint } from '../../endpoint.ts'
import { Message } from '../../message.ts'
import { Id } from '../../schema.ts'

export const content = endpoint({
  method: 'GET',
  path: '/api/v0/relay/sessions/{sessionId}/messages/{messageId}',
  summary: 'Get a message that is too large for a frame',
  description: 'For the computer of the session, which learns the path from the frame that offers the message.',
  extension: true,
  access: 'computer',
  params: Type.Object({ sessionId: Id, messageId: Id }),
  answers: { 200: Message },
  errors: ['session_not_found', 'message_not_found'],
})
