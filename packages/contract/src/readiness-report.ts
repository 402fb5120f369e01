import { type Static, Type } from 'typebox'
import { closed, mapOf, text, UnixMs } from './schema.ts'

export const CriterionEvaluation = closed({
  numerator: Type.Number({ minimum: 0, maximum: 1_000_000, hint: 'a number from 0 to the denominator' }),
  denominator: Type.Number({ minimum: 1, maximum: 1_000_000, hint: 'a number of at least 1' }),
  rationale: text(0, 20_000),
})
export type CriterionEvaluation = Static<typeof CriterionEvaluation>

const publishedFields = {
  repoUrl: text(1, 2000, { pattern: '\\S', hint: 'the URL of the repository' }),
  apps: mapOf(closed({ description: text(0, 10_000) }), { maxProperties: 10_000 }),
  report: mapOf(CriterionEvaluation, { maxProperties: 10_000 }),
  commitHash: Type.Optional(text(1, 200)),
  branch: Type.Optional(text(1, 500)),
  hasLocalChanges: Type.Optional(Type.Boolean()),
  hasNonRemoteCommits: Type.Optional(Type.Boolean()),
  modelUsed: Type.Optional(closed({ id: text(1, 200), reasoningEffort: Type.Enum(['low', 'medium', 'high', 'off']) })),
  agentVersion: Type.Optional(text(1, 200)),
  switchedOff: Type.Optional(
    mapOf(closed({ reason: text(1, 2000) }), {
      maxProperties: 10_000,
      'x-extension': true,
      description: 'Criteria that the repository chose not to be judged by, each with its reason.',
    }),
  ),
}

/** What is sent to publish a report; the service adds its id and time. */
export const PublishReport = closed(publishedFields)
export type PublishReport = Static<typeof PublishReport>

export const ReadinessReport = Type.Object({
  reportId: Type.String({ format: 'uuid' }),
  createdAt: UnixMs,
  ...publishedFields,
  /** The repository's id, which the list takes as `repoId`. */
  repoId: Type.Optional(
    Type.String({ 'x-extension': true, description: 'The id of the repository, for the list’s repoId.' }),
  ),
})
export type ReadinessReport = Static<typeof ReadinessReport>

export const reportListLimit = { default: 100, maximum: 1000 } as const
