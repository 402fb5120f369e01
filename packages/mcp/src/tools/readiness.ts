import { Type } from 'typebox'
import { type Tool, tool } from '../tool.ts'
import { page } from './page.ts'

const closed = { additionalProperties: false }

const repositories = tool({
  name: 'readiness_repositories',
  title: 'How ready repositories are',
  description: 'The repositories that have readiness reports, with their level (1 to 5), trend and newest report.',
  input: Type.Object(page, closed),
  readOnly: true,
  run: ({ limit = 20, cursor }, { client, signal }) =>
    client.reports.repositories({ limit, ...(cursor !== undefined && { cursor }) }, { signal }),
})

const report = tool({
  name: 'readiness_report',
  title: 'A readiness report',
  description: 'What a repository has and lacks for coding agents: every criterion with its score and why.',
  input: Type.Object({ reportId: Type.String({ description: 'The id of the report' }) }, closed),
  readOnly: true,
  run: (input, { client, signal }) => client.reports.get(input, { signal }),
})

export const readinessTools: readonly Tool[] = [repositories, report]
