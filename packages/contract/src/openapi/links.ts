import type { Endpoint } from '../endpoint.ts'
import type { Link } from './types.ts'

function link(operationId: string, description: string, parameters: Record<string, string>): Link {
  return { operationId, description, parameters }
}

const session = { sessionId: '$response.body#/sessionId' }
const computer = { computerId: '$response.body#/id' }
const user = { userId: '$response.body#/id' }

/** Links from an answer to other operations, by operation id and link name. */
const leading: Readonly<Record<string, Readonly<Record<string, Link>>>> = {
  'sessions.create': {
    session: link('sessions.get', 'The session as it is now.', session),
    post: link('messages.post', 'Says something in the session.', session),
    messages: link('messages.list', 'What is said in the session.', session),
  },
  'messages.post': {
    message: link('messages.get', 'The message that was stored.', {
      sessionId: '$request.path.sessionId',
      messageId: '$response.body#/messageId',
    }),
    session: link('sessions.get', 'The session, which tells when the agent is done.', {
      sessionId: '$request.path.sessionId',
    }),
  },
  'computers.register': {
    computer: link('computers.get', 'The computer as it is now.', computer),
    remove: link('computers.remove', 'Removes the computer.', computer),
  },
  'users.invite': {
    update: link('users.update', 'Changes the role or name of the user.', user),
    remove: link('users.remove', 'Removes the user.', user),
  },
  'apiKeys.create': { revoke: link('apiKeys.revoke', 'Revokes the key.', { id: '$response.body#/id' }) },
  'reports.publish': { report: link('reports.get', 'The report.', { reportId: '$response.body#/reportId' }) },
}

/** The links of an operation's answer; for a list, also the next page. */
export function linksOf(id: string, { items, query }: Endpoint): Record<string, Link> | undefined {
  const next = items && 'cursor' in ((query as { properties?: object } | undefined)?.properties ?? {})
  const cursor = items === 'data' ? '$response.body#/meta/next_cursor' : '$response.body#/pagination/nextCursor'
  const links = { ...leading[id], ...(next && { next: link(id, 'The page after this one.', { cursor }) }) }
  return Object.keys(links).length > 0 ? links : undefined
}
