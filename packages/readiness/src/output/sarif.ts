import { type CriterionId, catalogue } from '@muster/contract/readiness/catalogue'
import type { Log, ReportingDescriptor, Result } from 'sarif'
import type { Evaluation } from '../evaluate.ts'
import { type Line, linesOf } from './failing.ts'

/** The failing criteria in SARIF 2.1.0, for the code scanning of a host. */
export function sarifOf(evaluation: Evaluation, version: string): Log {
  const failing = linesOf(evaluation.report).filter(({ passes }) => !passes)
  const { report } = evaluation
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Muster readiness',
            version,
            semanticVersion: version,
            rules: failing.map(({ id }) => ruleOf(id)),
          },
        },
        automationDetails: { id: 'muster-readiness/' },
        columnKind: 'utf16CodeUnits',
        ...(report.commitHash !== undefined && {
          versionControlProvenance: [
            {
              repositoryUri: URL.canParse(report.repoUrl) ? report.repoUrl : encodeURI(report.repoUrl),
              revisionId: report.commitHash,
              ...(report.branch !== undefined && { branch: report.branch }),
            },
          ],
        }),
        results: failing.flatMap((line, index) => resultsOf(line, index, evaluation)),
        properties: { level: evaluation.score.level },
      },
    ],
  }
}

function ruleOf(id: CriterionId): ReportingDescriptor {
  const { title, why, passes, level, pillar } = catalogue[id]
  return {
    id,
    name: id.replace(/(^|_)([a-z])/g, (_, _separator, letter: string) => letter.toUpperCase()),
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: `${why} ${passes}` },
    defaultConfiguration: { level: 'warning' },
    properties: { tags: ['readiness', pillar], level },
  }
}

/** One result for each application that does not pass, at its manifest. */
function resultsOf(
  { id, evaluation: { rationale } }: Line,
  ruleIndex: number,
  { failing, score }: Evaluation,
): Result[] {
  const apps = failing[id] ?? []
  const places =
    apps.length > 0
      ? apps.map((app) => [app.name, app.manifests[0] ?? firstFile(app)] as const)
      : [['.', 'README.md'] as const]
  return places.map(([name, path]) => ({
    ruleId: id,
    ruleIndex,
    // What stands between the repository and its next level weighs more than what comes later.
    level: catalogue[id].level <= score.level ? 'warning' : 'note',
    message: { text: rationale },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' },
          region: { startLine: 1 },
        },
      },
    ],
    partialFingerprints: { 'criterionAndApplication/v1': `${id}:${name}` },
  }))
}

function firstFile({ paths }: { readonly paths: readonly string[] }): string {
  return paths[0] ?? 'README.md'
}
