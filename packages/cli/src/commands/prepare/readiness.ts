import { createHash, randomUUID } from 'node:crypto'
import { type CriterionId, catalogue, criterionIds, isCriterionId } from '@muster/contract/readiness/catalogue'
import { levels } from '@muster/contract/readiness/criterion'
import type { PublishReport } from '@muster/contract/readiness-report'
import { compare, parseBaseline } from '@muster/readiness/baseline'
import { closest } from '@muster/readiness/configuration'
import { explain as explanationOf } from '@muster/readiness/explain'
import { badgeOf } from '@muster/readiness/output/badge'
import { markdownOf } from '@muster/readiness/output/markdown'
import { sarifOf } from '@muster/readiness/output/sarif'
import { type HostingFacts, parseHostingFacts } from '@muster/readiness/repository/hosting-facts'
import { isShared } from '@muster/readiness/repository-address'
import { command, type Group } from '../../command-line/command.ts'
import type { Context } from '../../command-line/context.ts'
import { usage } from '../../command-line/failure.ts'
import { version } from '../../own-files.ts'
import { readJson } from '../../read-input.ts'
import { evaluated } from '../../readiness/evaluated.ts'
import { assertGates, parseLevel } from '../../readiness/gates.ts'
import { picture } from '../../readiness/picture.ts'
import { fix } from './readiness-fix.ts'
import { kind } from './readiness-kind.ts'

const run = command({
  summary: 'Evaluate how ready a repository is for agents',
  notes:
    'Reads the repository that holds the path, its files and its history, and nothing else: no network, no model, and nothing of it is run. `muster readiness explain` tells about the criteria.',
  positionals: { path: { optional: true, summary: 'A directory of the repository; this one when left out' } },
  options: {
    all: { type: 'flag', summary: 'Tell also what passes, and all of the levels above' },
    markdown: { type: 'flag', summary: 'Print Markdown, for a pull-request comment' },
    sarif: { type: 'flag', summary: 'Print SARIF 2.1.0, for code scanning' },
    badge: { type: 'flag', summary: 'Print a badge in SVG' },
    failUnder: { type: 'text', value: 'level', summary: 'End with 8 below this level (1 to 5, or its name)' },
    baseline: { type: 'text', value: 'file', summary: 'A report from --json; end with 9 if anything is worse' },
    publish: { type: 'flag', summary: 'Send the report to the service' },
    hosting: { type: 'text', value: 'file', summary: 'A JSON file with what only the host of the code knows' },
    repoUrl: { type: 'text', summary: 'The URL of the repository, if not that of its remote' },
  },
  examples: [
    ['muster readiness', 'The repository that you are in'],
    ['muster readiness --fail-under 2 --baseline readiness.json', 'A gate for CI'],
    ['muster readiness --json > readiness.json', 'The report as data, for instance as a baseline'],
    ['muster readiness ~/src/shop --publish', 'Keep its history in the service'],
    ['muster readiness explain codeowners', 'What a criterion asks for, and why'],
    ['muster readiness fix', 'Write what the next steps ask for'],
    ['muster readiness kind', 'What its applications are taken for, and why'],
  ],
  async run(args, context) {
    const { out } = context
    const formats = [
      args.markdown && 'markdown',
      args.sarif && 'sarif',
      args.badge && 'badge',
      out.json && 'json',
    ].filter(Boolean)
    if (formats.length > 1) throw usage(`Choose one of --${formats.join(' and --')}.`)
    const least = args.failUnder === undefined ? undefined : parseLevel(args.failUnder)
    const before = args.baseline === undefined ? undefined : await readBaseline(args.baseline)
    const hosting = args.hosting === undefined ? undefined : await readHosting(args.hosting)
    const evaluation = await evaluated(args.path ?? '.', { hosting, repoUrl: args.repoUrl })
    for (const note of evaluation.notes) out.note(note)
    const comparison = before && compare(before, evaluation.report.report)
    const published = args.publish ? await publish(evaluation.report, context) : undefined
    if (args.markdown) out.text(markdownOf(evaluation, comparison))
    else if (args.sarif) out.data(sarifOf(evaluation, version))
    else if (args.badge) out.text(badgeOf(evaluation.score))
    else if (out.json) out.data(published ?? { reportId: randomUUID(), createdAt: Date.now(), ...evaluation.report })
    else out.text(picture(evaluation, { width: out.width, paint: out.paint, isComplete: args.all, comparison }))
    if (published) out.note(`Published as ${published.reportId}.`)
    assertGates(evaluation.score.level, least, comparison)
  },
})

const explain = command({
  summary: 'Tell what a criterion asks for, and why',
  notes: 'Without a criterion, all of them are listed.',
  positionals: { criterion: { optional: true, summary: 'The id of a criterion, such as codeowners' } },
  examples: [
    ['muster readiness explain codeowners', 'One criterion'],
    ['muster readiness explain', 'All criteria, level by level'],
  ],
  async run({ criterion }, { out }) {
    if (criterion === undefined) return listCriteria(out)
    if (!isCriterionId(criterion)) {
      throw usage(
        `There is no criterion ${criterion}${closest(criterion)}`,
        '`muster readiness explain` lists them all.',
      )
    }
    const { id, title, facts } = explanationOf(criterion)
    if (!out.json) out.text(`${out.paint(title, 'bold')} ${out.paint(id, 'dim')}\n\n`)
    out.details({ id, ...catalogue[id] }, facts)
  },
})

export const readiness: Group = {
  summary: 'Evaluate how ready a repository is for agents',
  default: run,
  commands: { explain, fix, kind },
}

function listCriteria(out: Context['out']): void {
  const rows = criterionIds.map((id) => ({ id, ...catalogue[id] }))
  const nameOf = (level: number) => `${level} ${levels[level - 1]?.name ?? ''}`
  out.table(
    rows,
    [
      { header: 'LEVEL', value: ({ level }) => nameOf(level), whole: true },
      { header: 'CRITERION', value: ({ id }: { id: CriterionId }) => id, whole: true },
      { header: 'TITLE', value: ({ title }) => title, dropOrder: 1 },
      { header: 'PILLAR', value: ({ pillar }) => pillar, dropOrder: 2 },
    ],
    'There are no criteria.',
  )
}

/** Publishing is idempotent: the same report is stored once, however often the command runs. */
async function publish(report: PublishReport, { client }: Context) {
  if (!isShared(report.repoUrl)) {
    throw usage('The repository has no remote, so nobody could tell which one it is.', 'Name it with --repo-url URL.')
  }
  const { reports } = await client()
  const idempotencyKey = `readiness-${createHash('sha256').update(JSON.stringify(report)).digest('hex')}`
  return reports.publish(report, { idempotencyKey })
}

async function readBaseline(path: string): Promise<Parameters<typeof compare>[0]> {
  const parsed = parseBaseline(await readJson(path))
  if (typeof parsed === 'string') throw usage(`${path} is no report: ${parsed}`)
  return parsed
}

async function readHosting(path: string): Promise<HostingFacts> {
  try {
    return parseHostingFacts(await readJson(path))
  } catch (error) {
    if (error instanceof TypeError) throw usage(`${path}: ${error.message}`)
    throw error
  }
}
