import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { roles } from '../enumerations.ts'

const MessageId = Type.Union([Type.String({ maxLength: 200 }), Type.Integer()])

const Message = Type.Object({
  jsonrpc: Type.Literal('2.0'),
  id: Type.Optional(MessageId),
  method: Type.String({ minLength: 1, maxLength: 200 }),
  params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})

const Answer = Type.Object({
  jsonrpc: Type.Literal('2.0'),
  id: MessageId,
  result: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  error: Type.Optional(
    Type.Object({ code: Type.Integer(), message: Type.String(), data: Type.Optional(Type.Unknown()) }),
  ),
})

export const send = endpoint({
  method: 'POST',
  path: '/mcp',
  summary: 'Ask Muster as an agent does, over the Model Context Protocol',
  description:
    'The streamable HTTP transport, without sessions: each request holds one message and is answered as JSON; a notification is answered with 202. Tools read usage, analytics, sessions and readiness, and do what the bearer may do elsewhere.',
  extension: true,
  access: roles,
  body: Message,
  answers: { 200: Answer, 202: null },
})
