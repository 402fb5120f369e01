import type { Client } from '@muster/sdk'
import { Type } from 'typebox'
import { type Tool, tool } from '../tool.ts'
import { page } from './page.ts'

const sessionId = Type.String({ description: 'The id of the session' })
const closed = { additionalProperties: false }

const listComputers = tool({
  name: 'list_computers',
  title: 'Computers',
  description: 'The computers on which sessions can be created, with their names and whether they are connected.',
  input: Type.Object({}, closed),
  readOnly: true,
  run: (_, { client, signal }) => client.computers.list({}, { signal }),
})

const listSessions = tool({
  name: 'list_sessions',
  title: 'Sessions',
  description: 'The sessions that the caller may see, newest first.',
  input: Type.Object(page, closed),
  readOnly: true,
  run: ({ limit = 20, cursor }, { client, signal }) =>
    client.sessions.list({ limit, ...(cursor !== undefined && { cursor }) }, { signal }),
})

const createSession = tool({
  name: 'create_session',
  title: 'Create a session',
  description:
    'Creates a session on a computer and, with a text, gives its agent that as the first message. The answer has the sessionId for post_message, wait_for_session and read_messages.',
  input: Type.Object(
    {
      computer: Type.String({ minLength: 1, maxLength: 200, description: 'Name or id of the computer' }),
      text: Type.Optional(Type.String({ minLength: 1, description: 'What the agent should do' })),
    },
    closed,
  ),
  readOnly: false,
  run: async ({ computer, text }, { client, signal }) => {
    const computerId = await computerIdOf(client, computer, signal)
    const session = await client.sessions.create({ computerId }, { signal })
    if (text !== undefined) await client.messages.post({ sessionId: session.sessionId, text }, { signal })
    return session
  },
})

const postMessage = tool({
  name: 'post_message',
  title: 'Post a message',
  description: 'Gives the agent of a session a message. It is worked on after those that wait already.',
  input: Type.Object({ sessionId, text: Type.String({ minLength: 1, description: 'The message' }) }, closed),
  readOnly: false,
  run: (input, { client, signal }) => client.messages.post(input, { signal }),
})

const waitForSession = tool({
  name: 'wait_for_session',
  title: 'Wait for a session',
  description:
    'Answers with the session as soon as its agent has nothing left to do, or after so many seconds. Look at its status: when it is not idle yet, call again.',
  input: Type.Object(
    { sessionId, seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 60, description: 'Default: 30' })) },
    closed,
  ),
  readOnly: true,
  run: ({ sessionId, seconds = 30 }, { client, signal }) =>
    client.sessions.get({ sessionId, wait: seconds }, { signal }),
})

const readMessages = tool({
  name: 'read_messages',
  title: 'Read messages',
  description: 'The messages of a session, newest first.',
  input: Type.Object({ sessionId, ...page }, closed),
  readOnly: true,
  run: ({ sessionId, limit = 20, cursor }, { client, signal }) =>
    client.messages.list({ sessionId, limit, ...(cursor !== undefined && { cursor }) }, { signal }),
})

const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

async function computerIdOf(client: Client, computer: string, signal: AbortSignal): Promise<string> {
  return isUuid.test(computer) ? computer : (await client.computers.getByName({ name: computer }, { signal })).id
}

export const sessionTools: readonly Tool[] = [
  listComputers,
  listSessions,
  createSession,
  postMessage,
  waitForSession,
  readMessages,
]
