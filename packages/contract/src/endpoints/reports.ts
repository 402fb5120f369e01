import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { roles } from '../enumerations.ts'
import { PublishReport, ReadinessReport } from '../readiness-report.ts'
import { Id } from '../schema.ts'

const path = '/api/organization/maturity-level-reports'
const aliases = ['/api/organization/agent-readiness-reports'] as const

export const list = endpoint({
  method: 'GET',
  path,
  aliases,
  host: 'app',
  summary: 'List readiness reports, newest first',
  description:
    'For the next page, pass the `reportId` of the last report as `startAfter`. `limit` is 100 when left out; more than 1,000 is treated as 1,000.',
  access: roles,
  bearer: 'api-key',
  scope: 'readiness:read',
  query: Type.Object({
    repoId: Type.Optional(Type.String({ minLength: 1, maxLength: 2000, hint: 'a repository’s id or URL' })),
    limit: Type.Optional(
      Type.String({ pattern: '^0*[1-9][0-9]*$', maxLength: 100, default: '100', hint: 'a positive whole number' }),
    ),
    startAfter: Type.Optional(Id),
  }),
  answers: { 200: Type.Object({ reports: Type.Array(ReadinessReport) }) },
})

export const publish = endpoint({
  method: 'POST',
  path,
  aliases,
  host: 'app',
  summary: 'Publish a readiness report',
  description: 'Credentials inside `repoUrl` are removed before it is stored.',
  extension: true,
  access: ['owner', 'manager', 'member'],
  bearer: 'api-key',
  scope: 'readiness:write',
  headers: ['Idempotency-Key'],
  body: PublishReport,
  bodyLimit: 'report',
  answers: { 201: ReadinessReport },
})
