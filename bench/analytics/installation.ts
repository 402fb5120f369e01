import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { treeCpuSeconds } from '../processes.ts'
import { type Service, startService } from '../service.ts'
import { now } from './telemetry-bodies.ts'

interface StartOptions {
  /** Loaded before the service's own code. */
  readonly preload?: URL
  readonly settings?: Readonly<Record<string, string>>
}

/** A data directory with a service that can be stopped, so that events can be put into its store directly. */
interface Installation {
  readonly dataDir: string
  readonly organizationId: string
  start(options?: StartOptions): Promise<Service>
}

/** Runs work with a fresh installation, and removes it afterwards. */
export async function withInstallation<T>(
  profileDir: string | undefined,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-bench-'))
  const start = ({ settings, preload }: StartOptions = {}) =>
    startService({ dataDir, profileDir, settings: { MUSTER_NOW: now, ...settings }, ...(preload && { preload }) })
  try {
    const first = await start()
    const organizationId = await withClient(first, async (client) => {
      const { rows } = await client.query<{ id: string }>('select id from organizations')
      return rows[0]?.id ?? ''
    }).finally(() => first.stop())
    return await work({ dataDir, organizationId, start })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

export async function withClient<T>({ connection }: Service, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The beginnings of the days before the service's today, oldest first. */
export function pastDays(count: number): number[] {
  const dayMs = 24 * 60 * 60 * 1000
  const today = Date.parse(now.slice(0, 10))
  return Array.from({ length: count }, (_, index) => today - (count - index) * dayMs)
}

export function nameOf(day: number): string {
  return new Date(day).toISOString().slice(0, 10)
}

export interface BatchFigures {
  readonly days: number
  readonly seconds: number
  readonly serverCpu: number
  readonly postgresCpu: number
  readonly cpuSeconds: number
}

/** The schedule does not compute a day whose last change is in the future, so only a refresh computes this one. */
const farAheadMs = 4_000_000_000_000

const reopen = `
  insert into analytics_days (organization_id, day, generation, pending_since, changed_at)
  select $1, day, 1, $3, $3 from unnest($2::text[]) as reopened (day)
  on conflict (organization_id, day) do update
    set generation = analytics_days.generation + 1, pending_since = $3, changed_at = $3`

/** Lets the service compute these days, as if events of them had just come in, and waits until it is done. */
export async function computeDays(
  service: Service,
  organizationId: string,
  days: readonly number[],
): Promise<BatchFigures> {
  const { pid, postgresPid, port, headers } = service
  await withClient(service, (client) => client.query(reopen, [organizationId, days.map(nameOf), farAheadMs]))
  const used = () => ({ all: treeCpuSeconds(pid), postgres: treeCpuSeconds(postgresPid) })
  const before = used()
  const startedAt = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}/api/v0/analytics/refresh`, { method: 'POST', headers })
  const seconds = (performance.now() - startedAt) / 1000
  const after = used()
  const postgresCpu = after.postgres - before.postgres
  // Includes the worker processes, which do most of the work. Postgres is a child of the service, so it is subtracted.
  const serverCpu = after.all - before.all - postgresCpu
  const { computedDays } = (await answer.json()) as { computedDays: object[] }
  if (computedDays.length !== days.length) throw new Error(`${computedDays.length} days were computed.`)
  return { days: days.length, seconds, serverCpu, postgresCpu, cpuSeconds: serverCpu + postgresCpu }
}
