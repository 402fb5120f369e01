import { passesWhole, scoreOf } from '@muster/contract/readiness/score'
import type { PublishReport, ReadinessReport, RepositoryReadiness } from '@muster/contract/readiness-report'
import { command, type Group } from '../../command-line/command.ts'
import { listOptions, showList } from '../../command-line/listing.ts'
import { reportIdOf } from '../../find-report.ts'
import { parseObject, readJson } from '../../read-input.ts'
import { type Color, timeOf } from '../../terminal/cell.ts'
import type { Column } from '../../terminal/table.ts'
import { oneLine } from '../../terminal/width.ts'

const columns: readonly Column<ReadinessReport>[] = [
  { header: 'ID', value: ({ reportId }) => reportId, whole: true },
  { header: 'REPOSITORY', value: ({ repoUrl }) => repoUrl.replace(/^https?:\/\//, '') },
  { header: 'PASSING', value: passing, whole: true },
  { header: 'BRANCH', value: ({ branch }) => branch, dropOrder: 2 },
  { header: 'COMMIT', value: ({ commitHash }) => commitHash?.slice(0, 8), whole: true, dropOrder: 3 },
  { header: 'CREATED', value: ({ createdAt }) => timeOf(createdAt), dropOrder: 1 },
]

const list = command({
  summary: 'List readiness reports, newest first',
  options: { ...listOptions, repo: { type: 'text', summary: 'Only this repository (id or URL)' } },
  examples: [
    ['muster reports list', 'The newest 20 reports'],
    ['muster reports list --repo https://git.example.org/shop -n 1 --json', 'The newest of one repository'],
  ],
  async run(args, { out, client }) {
    const { reports } = await client()
    await showList(out, args, columns, 'reports', (page) => reports.list.items({ ...page, repoId: args.repo }))
  },
})

const publish = command({
  summary: 'Publish a readiness report',
  notes: 'Prints the id of the report.',
  positionals: { file: { summary: 'A JSON file with the report; - is the standard input' } },
  examples: [['muster reports publish report.json', 'Publish a report that was written before']],
  async run(args, { out, client }) {
    const { reportId: _id, createdAt: _time, ...report } = parseObject(await readJson(args.file), args.file)
    const { reports } = await client()
    // The service validates every field and names the invalid ones.
    const published = await reports.publish(report as PublishReport)
    out.created(published, published.reportId)
    out.note(`Published the report of ${published.repoUrl}.`)
  },
})

const get = command({
  summary: 'Show a readiness report',
  positionals: { report: { summary: 'The id of the report, or its beginning' } },
  examples: [['muster reports get REPORT --json > readiness.json', 'A published report, for instance as a baseline']],
  async run(args, { out, client }) {
    const service = await client()
    const report = await service.reports.get({ reportId: await reportIdOf(service, args.report) })
    const { level, score } = scoreOf(report.report)
    out.details(report, [
      ['Repository', report.repoUrl],
      ['Level', level],
      ['Score', `${score} of 100`],
      ['Passing', passing(report)],
      ['Branch', report.branch],
      ['Commit', report.commitHash],
      ['Created', timeOf(report.createdAt)],
      ['Version', report.agentVersion],
      ['Applications', Object.keys(report.apps).join(', ')],
    ])
    if (out.json) return
    const failing = Object.entries(report.report).filter(([, each]) => !passesWhole(each))
    for (const [id, { rationale }] of failing)
      out.text(`${out.paint('✗', 'red')} ${oneLine(id)}: ${oneLine(rationale)}`)
  },
})

const trendWords = { new: 'new', up: '▲ up', steady: '= steady', down: '▼ down' } as const

const repositoryColumns: readonly Column<RepositoryReadiness>[] = [
  { header: 'REPOSITORY', value: ({ repoUrl }) => repoUrl.replace(/^https?:\/\//, '') },
  { header: 'LEVEL', value: ({ level }) => level },
  { header: 'SCORE', value: ({ score }) => score },
  { header: 'TREND', value: ({ trend }) => trendWords[trend], color: ({ trend }) => trendColor(trend) },
  { header: 'PASSING', value: ({ history: [newest] }) => newest && `${newest.passed}/${newest.total}`, whole: true },
  { header: 'REPORTS', value: ({ reportCount }) => reportCount, dropOrder: 2 },
  { header: 'NEWEST', value: ({ history: [newest] }) => timeOf(newest?.createdAt), dropOrder: 1 },
  { header: 'ID', value: ({ repoId }) => repoId, whole: true, dropOrder: 3 },
]

const repositories = command({
  summary: 'List repositories with their level and trend',
  options: listOptions,
  examples: [['muster reports repositories', 'Where each repository stands']],
  async run(args, { out, client }) {
    const { reports } = await client()
    await showList(out, args, repositoryColumns, 'repositories', (page) => reports.repositories.items(page))
  },
})

export const reports: Group = {
  summary: 'Read and publish readiness reports',
  commands: { list, get, repositories, publish },
}

function trendColor(trend: RepositoryReadiness['trend']): Color | undefined {
  if (trend === 'up') return 'green'
  return trend === 'down' ? 'red' : 'dim'
}

/** The number of passing criteria, of those that were evaluated. */
function passing({ report }: ReadinessReport): string {
  const criteria = Object.values(report)
  const passed = criteria.filter(passesWhole).length
  return `${passed}/${criteria.length}`
}
