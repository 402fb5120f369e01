import { type Static, Type } from 'typebox'
import { applicationKinds } from './readiness/application-kinds.ts'
import { mostFailingNamed } from './readiness/criterion.ts'
import { closed, mapOf, text, UnixMs } from './schema.ts'

export const CriterionEvaluation = closed({
  numerator: Type.Number({ minimum: 0, maximum: 1_000_000, hint: 'a number from 0 to the denominator' }),
  denominator: Type.Number({ minimum: 1, maximum: 1_000_000, hint: 'a number of at least 1' }),
  rationale: text(0, 5_000),
  share: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      'x-extension': true,
      hint: 'a number from 0 to 1',
      description: 'Of the code of the judged applications, the share in those that pass.',
    }),
  ),
})
export type CriterionEvaluation = Static<typeof CriterionEvaluation>

const kindOption = (description: string) =>
  Type.Optional(Type.Enum([...applicationKinds], { 'x-extension': true, description }))

const ReportedApplication = closed({
  description: text(0, 1_000),
  kind: kindOption(
    'Listens for requests, has a user interface, is started by people, is used by code, or describes machines.',
  ),
  mayBe: kindOption('The kind that it may be instead. It is there only if the kind is in doubt.'),
})

const points = { minimum: 0, maximum: 100, 'x-extension': true, hint: 'a whole number from 0 to 100' } as const

const publishedFields = {
  repoUrl: text(1, 2000, { pattern: '\\S', hint: 'the URL of the repository' }),
  apps: mapOf(ReportedApplication, { maxProperties: 2_000, hint: 'a map of up to 2,000 applications' }),
  report: mapOf(CriterionEvaluation, { maxProperties: 500, hint: 'a map of up to 500 criteria' }),
  commitHash: Type.Optional(text(1, 200)),
  branch: Type.Optional(text(1, 500)),
  hasLocalChanges: Type.Optional(Type.Boolean()),
  hasNonRemoteCommits: Type.Optional(Type.Boolean()),
  modelUsed: Type.Optional(closed({ id: text(1, 200), reasoningEffort: Type.Enum(['low', 'medium', 'high', 'off']) })),
  agentVersion: Type.Optional(text(1, 200)),
  switchedOff: Type.Optional(
    mapOf(closed({ reason: text(1, 2000), until: Type.Optional(text(10, 10)) }), {
      maxProperties: 500,
      'x-extension': true,
      description: 'Criteria that the repository chose not to be judged by, each with its reason, some until a day.',
    }),
  ),
}

/** Derived from the criteria. A publisher may send these fields, but the service computes them itself. */
const assessmentFields = {
  level: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 5, 'x-extension': true, description: 'The level that the criteria show.' }),
  ),
  score: Type.Optional(
    Type.Integer({
      ...points,
      description: 'From 0 to 100: how much of what was judged is met; lower levels weigh more.',
    }),
  ),
  pillarScores: Type.Optional(
    mapOf(Type.Integer(points), { maxProperties: 50, 'x-extension': true, description: 'The same for each pillar.' }),
  ),
  failing: Type.Optional(
    mapOf(Type.Array(text(1, 1_000), { maxItems: mostFailingNamed }), {
      maxProperties: 500,
      'x-extension': true,
      description: 'By criterion, the applications that do not pass, 100 at the most.',
    }),
  ),
}

/** The body that publishes a report; the service adds its id and time. */
export const PublishReport = closed({ ...publishedFields, ...assessmentFields })
export type PublishReport = Static<typeof PublishReport>

export const ReadinessReport = Type.Object({
  reportId: Type.String({ format: 'uuid' }),
  createdAt: UnixMs,
  ...publishedFields,
  ...assessmentFields,
  /** The repository's id, which the list takes as `repoId`. */
  repoId: Type.Optional(
    Type.String({ 'x-extension': true, description: 'The id of the repository, for the list’s repoId.' }),
  ),
})
export type ReadinessReport = Static<typeof ReadinessReport>

/** A report in the history of a repository. */
export const ReportSummary = Type.Object({
  reportId: Type.String({ format: 'uuid' }),
  createdAt: UnixMs,
  level: Type.Integer({ minimum: 1, maximum: 5, description: 'The level that the report shows.' }),
  score: assessmentFields.score,
  passed: Type.Integer({ minimum: 0, description: 'Criteria that pass.' }),
  total: Type.Integer({ minimum: 0, description: 'Criteria that were judged, of those with a level.' }),
})
export type ReportSummary = Static<typeof ReportSummary>

const repositoryTrends = ['new', 'up', 'steady', 'down'] as const
export const RepositoryTrend = Type.Enum([...repositoryTrends])
export type RepositoryTrend = Static<typeof RepositoryTrend>

/** The maximum number of reports in the history of a repository. */
export const repositoryHistoryLength = 10

/** A repository with its newest report and its history. */
export const RepositoryReadiness = Type.Object({
  repoId: Type.String({ description: 'For the `repoId` of the list of reports.' }),
  repoUrl: Type.String(),
  level: ReportSummary.properties.level,
  score: ReportSummary.properties.score,
  trend: RepositoryTrend,
  branch: Type.Optional(Type.String()),
  commitHash: Type.Optional(Type.String()),
  reportCount: Type.Integer({ minimum: 1 }),
  history: Type.Array(ReportSummary, {
    minItems: 1,
    maxItems: repositoryHistoryLength,
    description: 'The newest reports, the newest first.',
  }),
})
export type RepositoryReadiness = Static<typeof RepositoryReadiness>

/** The number of reports kept per repository; publishing another one deletes the oldest. */
export const reportsOfRepository = 500

export const reportListLimit = { default: 100, maximum: 1000 } as const
