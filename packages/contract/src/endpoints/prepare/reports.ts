import { Type } from 'typebox'
import { endpoint } from '../../endpoint.ts'
import { roles } from '../../enumerations.ts'
import { Pagination, pageQuery } from '../../pagination.ts'
import { PublishReport, ReadinessReport, RepositoryReadiness, reportsOfRepository } from '../../readiness-report.ts'
import { Id } from '../../schema.ts'

const path = '/api/organization/maturity-level-reports'
const aliases = ['/api/organization/agent-readiness-reports'] as const

export const list = endpoint({
  method: 'GET',
  path,
  aliases,
  host: 'app',
  summary: 'List readiness reports, newest first',
  description:
    'For the next page, pass the `reportId` of the last report as `startAfter`, until a page is empty. `limit` is 100 when left out; more than 1,000 is treated as 1,000. A page may hold fewer: it ends at 8 MiB. While more follow, the `Link` header with `rel="next"` leads there.',
  access: roles,
  bearer: 'api-key',
  scope: 'readiness:read',
  query: Type.Object({
    repoId: Type.Optional(Type.String({ minLength: 1, maxLength: 2000, hint: 'a repository’s id or URL' })),
    limit: Type.Optional(
      Type.String({
        pattern: '^0*[1-9][0-9]*$',
        maxLength: 100,
        default: '100',
        hint: 'a positive whole number',
        wholeNumber: { minimum: 1 },
      }),
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
  description: `Credentials inside \`repoUrl\` are removed before it is stored. The newest ${reportsOfRepository} reports of a repository are kept. Criteria that the service does not know are kept. With the same \`Idempotency-Key\` a report is published once.`,
  extension: true,
  access: ['owner', 'manager', 'member'],
  bearer: 'api-key',
  scope: 'readiness:write',
  headers: ['Idempotency-Key'],
  body: PublishReport,
  bodyLimit: 'report',
  answers: { 201: ReadinessReport },
})

export const get = endpoint({
  method: 'GET',
  path: `${path}/{reportId}`,
  aliases: [`${aliases[0]}/{reportId}`],
  host: 'app',
  summary: 'Get a readiness report',
  extension: true,
  access: roles,
  bearer: 'api-key',
  scope: 'readiness:read',
  params: Type.Object({ reportId: Id }),
  answers: { 200: ReadinessReport },
  errors: ['report_not_found'],
})

export const repositories = endpoint({
  method: 'GET',
  path: '/api/organization/repositories',
  host: 'app',
  summary: 'List the repositories that have readiness reports, with their level and trend',
  description:
    'Repositories whose first report is newest come first. `trend` compares the newest report with the one before: by level, then by the share of criteria that pass.',
  extension: true,
  access: roles,
  bearer: 'api-key',
  scope: 'readiness:read',
  query: Type.Object(pageQuery),
  answers: { 200: Type.Object({ repositories: Type.Array(RepositoryReadiness), pagination: Pagination }) },
  items: 'repositories',
})
