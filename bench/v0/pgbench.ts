import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { endedChildrenCpuSeconds } from '../processes.ts'
import type { Service } from '../service.ts'
import { computerCount, computerIdSql, sessionIdSql } from './rows.ts'
import type { SqlJob, SqlResult } from './sql-job.ts'
import type { Source, Step, Transaction } from './transaction.ts'

const execute = promisify(execFile)

/** Plays a transaction with pgbench: prepared statements, one connection for each of the service's own. */
export async function runPgbench({ connection }: Service, job: SqlJob): Promise<SqlResult> {
  const directory = await mkdtemp(join(tmpdir(), 'muster-pgbench-'))
  const cpuBefore = endedChildrenCpuSeconds(process.pid)
  try {
    const { script, fixed } = toScript(job.transaction, job.sessions)
    const file = join(directory, 'transaction.sql')
    await writeFile(file, script)
    const { stdout } = await execute('pgbench', [
      ...['-h', connection.host, '-p', String(connection.port), '-U', String(connection.user)],
      ...[
        '-n',
        '-M',
        'prepared',
        '-c',
        String(job.clients),
        '-j',
        '1',
        '-T',
        String(Math.round(job.durationMs / 1000)),
      ],
      ...['-D', `now=${Date.now()}`, ...fixed.flatMap((value, index) => ['-D', `fixed${index}=${value}`])],
      ...['-f', file, String(connection.database)],
    ])
    return { ...figuresIn(stdout), cpuSeconds: endedChildrenCpuSeconds(process.pid) - cpuBefore }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** pgbench has only numbers, so Postgres builds ids from the number of a row, and creates new ones. */
function toScript({ steps, isExplicit }: Transaction, sessions: number): { script: string; fixed: string[] } {
  const fixed: string[] = []
  const render = (source: Source | undefined): string => {
    if (source === 'session') return sessionIdSql(':session::int')
    if (source === 'computer') return computerIdSql(':computer::int')
    if (source === 'new id') return 'uuidv7()'
    if (source === 'time') return ':now'
    if (source === 'seq') return ':seq'
    if (source === undefined || source.fixed === null) return 'null'
    return `:fixed${fixed.push(source.fixed) - 1}`
  }
  const lines = steps.map(({ text, sources, tells }) => {
    const rendered = text.replace(/\$(\d+)/g, (_match, place: string) => render(sources[Number(place) - 1]))
    return `${rendered}${ending(tells)}`
  })
  const choices = [
    `\\set session random(0, ${sessions - 1})`,
    `\\set computer :session % ${computerCount}`,
    '\\set now :now + 1',
  ]
  const enclosed = isExplicit ? ['begin;', ...lines, 'commit;'] : lines
  return { script: [...choices, ...enclosed, ''].join('\n'), fixed }
}

function ending(tells: Step['tells']): string {
  if (tells === undefined) return ';'
  return tells === 'seq' ? ' \\gset' : ' \\gset\n\\set seq :message_count + 1'
}

function figuresIn(output: string): { transactions: number; seconds: number } {
  const number = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? Number.NaN)
  const transactions = number(/transactions actually processed: (\d+)/)
  const rate = number(/tps = ([\d.]+)/)
  if (!(rate > 0) || number(/number of failed transactions: (\d+)/) > 0) throw new Error(`pgbench failed:\n${output}`)
  return { transactions, seconds: transactions / rate }
}
