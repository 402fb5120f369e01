import { type CriterionId, catalogue, criterionIds } from '@muster/contract/readiness/catalogue'
import type { Log, ReportingDescriptor, Result } from 'sarif'
import type { Evaluation } from '../evaluate-opened.ts'
import type { Lack } from '../judge/judge.ts'

type Failing = readonly [id: CriterionId, lacks: readonly Lack[]]

/** The failing criteria in SARIF 2.1.0, for the code scanning of a host. */
export function sarifOf(evaluation: Evaluation, version: string): Log {
  const failing = criterionIds.flatMap((id): Failing[] => {
    const lacks = evaluation.failing[id]
    return lacks ? [[id, lacks]] : []
  })
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
            rules: failing.map(([id]) => ruleOf(id)),
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
        results: failing.flatMap((each, index) => resultsOf(each, index, evaluation)),
        properties: { level: report.level, score: report.score, pillarScores: report.pillarScores },
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

/** One result for each place that lacks something, with what is wrong there. */
function resultsOf([id, lacks]: Failing, ruleIndex: number, { score, anchor }: Evaluation): Result[] {
  return lacks.map(({ app, missing, places }) => {
    // A place may be a folder, but a result is shown in a file.
    const usual = places.find((each) => /\.\w+$/.test(each)) ?? app?.manifests[0] ?? app?.paths[0] ?? anchor
    const { path, line } = placeOf(missing) ?? { path: usual, line: 1 }
    return {
      ruleId: id,
      ruleIndex,
      // What blocks the next level weighs more than what comes later or is met by most.
      level: catalogue[id].level <= score.level && !score.passing.has(id) ? 'warning' : 'note',
      message: { text: missing },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' },
            region: { startLine: line },
          },
        },
      ],
      partialFingerprints: { 'criterionAndApplication/v1': `${id}:${app?.name ?? '.'}` },
    }
  })
}

/** The file and line that a sentence begins with. */
function placeOf(missing: string): { readonly path: string; readonly line: number } | undefined {
  const match = /(?:^|\bin )((?:[\w.@+-]+\/)*[\w.@+-]+\.\w+|(?:[\w.@+-]+\/)+[\w.@+-]+):(\d+)/.exec(missing)
  return match ? { path: match[1] ?? '', line: Number(match[2]) } : undefined
}
