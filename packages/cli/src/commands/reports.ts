import type { PublishReport, ReadinessReport } from '@muster/contract/readiness-report'
import { command, type Group } from '../command.ts'
import { listOptions, showList } from '../listing.ts'
import { parseObject, readJson } from '../read-input.ts'
import { timeOf } from '../terminal/cell.ts'
import type { Column } from '../terminal/table.ts'

const columns: readonly Column<ReadinessReport>[] = [
  { header: 'REPOSITORY', value: ({ repoUrl }) => repoUrl.replace(/^https?:\/\//, '') },
  { header: 'PASSING', value: passing, whole: true },
  { header: 'BRANCH', value: ({ branch }) => branch, leaves: 2 },
  { header: 'COMMIT', value: ({ commitHash }) => commitHash?.slice(0, 8), whole: true, leaves: 3 },
  { header: 'CREATED', value: ({ createdAt }) => timeOf(createdAt), leaves: 1 },
  { header: 'ID', value: ({ reportId }) => reportId, whole: true, leaves: 4 },
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
    // The service checks every field and names the ones that are wrong.
    const published = await reports.publish(report as PublishReport)
    out.created(published, published.reportId)
    out.note(`Published the report of ${published.repoUrl}.`)
  },
})

export const reports: Group = { summary: 'Read and publish readiness reports', commands: { list, publish } }

/** How many criteria all applications pass, of those that were evaluated. */
function passing({ report }: ReadinessReport): string {
  const criteria = Object.values(report)
  const passed = criteria.filter(({ numerator, denominator }) => numerator >= denominator).length
  return `${passed}/${criteria.length}`
}
