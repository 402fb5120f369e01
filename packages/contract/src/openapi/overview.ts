import type { endpoints } from '../endpoints.ts'
import { pageSize } from '../pagination.ts'
import type { Tag } from './types.ts'

export const title = 'Muster API'

/** Markdown at the top of the reference. */
export const description = `
Know what your coding agents do, run them on your own computers, govern what they may do, and prepare repositories for them.

## Authentication

Send \`Authorization: Bearer <API key>\`. Most operations also take a JWT, which \`POST /api/v0/token\` makes from a key.
What a bearer may do follows from the **role** of its user and, for a key that has them, from its **scopes**.

## Errors

Every error is \`application/problem+json\` with \`title\`, \`detail\`, \`status\`, \`requestId\` and a stable \`code\` to branch on.
What you may not see is answered with 404, as if it did not exist.

## Lists

A list under \`/api/v0\` takes \`limit\` (${pageSize.default} when left out, at most ${pageSize.maximum}) and \`cursor\`.
Go on with \`pagination.nextCursor\` while \`pagination.hasMore\` is true.

## Safe repetition

Where \`Idempotency-Key\` is listed, a request that was lost on the way can be sent again with the same key: it takes effect once.

## Extensions

Operations and fields marked \`x-extension\` are additions of this service to the interface it implements.
`.trim()

/** One tag per group of the contract; a group without a description does not compile. */
const groups: Readonly<Record<keyof typeof endpoints, readonly [name: string, description: string]>> = {
  analytics: ['Analytics', 'What agents do, by day: tokens, tools, activity, productivity and users.'],
  telemetry: ['Telemetry', 'What agents report: OpenTelemetry, or usage events as they are.'],
  sessions: ['Sessions', 'Conversations with an agent that runs on one of your computers.'],
  messages: ['Messages', 'What is said in a session, by people, the agent and its tools.'],
  computers: ['Computers', 'The machines that run sessions.'],
  organization: ['Organization', 'The organization of the bearer, and who the bearer is.'],
  users: ['Users', 'The people in the organization and their roles.'],
  controls: ['Enterprise controls', 'What the organization allows and demands, with every revision kept.'],
  limits: ['Credit limits', 'How much each user may spend in a calendar month.'],
  reports: ['Readiness reports', 'How ready repositories are for agents. These live on the application host.'],
  browserSessions: ['Browser sessions', 'Signing in to the web application, and out of it.'],
  apiKeys: ['API keys', 'Keys for programs, what they may be used for, and the tokens made from them.'],
  audit: ['Audit log', 'Every change in the organization.'],
  webhooks: ['Webhooks', 'Tell other programs what happens in sessions, with signed requests.'],
  mcp: ['Model Context Protocol', 'For agents that ask Muster themselves.'],
  relay: ['Relay', 'For the computers themselves; they connect to `relayAgentUrl`.'],
  operator: ['Operator', 'For whoever hosts an installation with several organizations.'],
  service: ['Service', 'Health, metrics, this description, and the public signing keys.'],
}

export const tags: Tag[] = Object.entries(groups).map(([name, [displayName, description]]) => ({
  name,
  'x-displayName': displayName,
  description,
}))
