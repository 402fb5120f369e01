import { join } from 'node:path'
import type { IngestResult, SendJob } from '../analytics/ingest-job.ts'
import { withInstallation } from '../analytics/installation.ts'
import type { Mix } from '../analytics/telemetry-bodies.ts'
import { Child } from '../child.ts'
import { batchesOf, singleRecord } from './bodies.ts'
import { startCollector } from './collector.ts'
import type { FileServerJob } from './file-server.ts'
import { slowFlushes, slowFlushMs, slowPostgres } from './slow-disk.ts'
import type { Plan } from './suite.ts'

export interface DurableOptions {
  readonly plan: Plan
  readonly directory: string
  readonly profileDir: string | undefined
  /** The program of an OpenTelemetry Collector. */
  readonly collector: string | undefined
  readonly progress: (text: string) => void
}

/** The service and another server under the same load, one right after the other in every round. */
export interface Compared {
  readonly name: string
  readonly beside: string
  readonly connections: number
  readonly target: Target | undefined
  readonly rounds: { readonly service: IngestResult; readonly other: IngestResult }[]
}

/** How many times as long a request may take, or the wanted share of the rate. */
export type Target = { readonly times: number } | { readonly share: number }

interface Other {
  readonly name: string
  readonly port: number
  readonly target: Target | undefined
  stop(): Promise<void>
}

/** A single record on one connection, on the disk of this machine and on one that takes milliseconds for a flush. */
export async function measureSingle(options: DurableOptions): Promise<Compared[]> {
  const mix = singleRecord()
  const flushing = (environment: Record<string, string>, target?: Target) =>
    fileServer('a server that appends and flushes', target, options.directory, true, environment)
  const compared = await compare(options, {
    name: 'a single record',
    mix,
    connections: 1,
    others: [await flushing({})],
  })
  const slow = await slowFlushes(options.directory)
  if (!slow) {
    options.progress('single: no C compiler, so there is no slow disk')
    return compared
  }
  const name = `a single record, flushes of ${slowFlushMs} ms`
  const others = [await flushing(slow, { times: 2 })]
  return [...compared, ...(await compare(options, { name, mix, connections: 1, others, slow }))]
}

export async function measureBatches(options: DurableOptions): Promise<Compared[]> {
  const { collector, directory } = options
  const target = { share: 1 }
  const bare = await fileServer('a server that appends', collector ? undefined : target, directory, false, {})
  const others: Other[] = [bare]
  if (collector) {
    others.push({ name: 'a Collector that appends', target, ...(await startCollector(collector, directory)) })
  }
  const mix = batchesOf(100)
  return compare(options, { name: 'batches of 100 records', mix, connections: 64, others })
}

async function fileServer(
  name: string,
  target: Target | undefined,
  directory: string,
  flushes: boolean,
  environment: Record<string, string>,
): Promise<Other> {
  const env = { ...process.env, ...environment }
  const child = new Child<FileServerJob, number>(new URL('./file-server.ts', import.meta.url), { env })
  const port = await child.ask({ file: join(directory, `bodies-${child.pid}`), flushes })
  return { name, target, port, stop: () => child.stop() }
}

interface Scenario {
  readonly name: string
  readonly mix: Mix
  readonly connections: number
  readonly others: readonly Other[]
  readonly slow?: Record<string, string>
}

/** One connection alone sends too few requests in a round for V8 to compile what every request needs. */
const warmingConnections = 64

/** Bodies are told apart by numbers that never come again, so that everything is new to the store. */
let nextNumber = 1

async function compare(options: DurableOptions, scenario: Scenario): Promise<Compared[]> {
  const { plan, profileDir, progress } = options
  const { name, mix, connections, others, slow } = scenario
  const sender = new Child<SendJob, IngestResult>(new URL('../analytics/ingest-sender.ts', import.meta.url))
  const send = async (
    port: number,
    headers: Readonly<Record<string, string>>,
    durationMs: number,
    width = connections,
  ) => {
    const load = { mix, durationMs, maxBodies: Number.MAX_SAFE_INTEGER }
    const result = await sender.ask({ ...load, firstNumber: nextNumber, port, headers, connections: width })
    nextNumber += result.bodies + width
    return result
  }
  const compared = others.map((other) => ({
    name,
    beside: other.name,
    connections,
    target: other.target,
    other,
    rounds: [] as Compared['rounds'],
  }))
  try {
    return await withInstallation(profileDir, async ({ dataDir, start }) => {
      if (slow) await slowPostgres(dataDir)
      const service = await start({ settings: { MUSTER_MAX_EVENTS_PER_USER_DAY: '1000000000', ...slow } })
      try {
        progress(`${name}: warming up`)
        await send(service.port, service.headers, plan.durationMs, warmingConnections)
        for (const { other } of compared) await send(other.port, {}, plan.durationMs, warmingConnections)
        for (let round = 1; round <= plan.rounds; round++) {
          progress(`${name}: round ${round} of ${plan.rounds}`)
          for (const { other, rounds } of compared) {
            rounds.push({
              service: await send(service.port, service.headers, plan.durationMs),
              other: await send(other.port, {}, plan.durationMs),
            })
          }
        }
      } finally {
        await service.stop()
      }
      return compared.map(({ other: _, ...one }) => one)
    })
  } finally {
    await Promise.all([sender.stop(), ...others.map((other) => other.stop())])
  }
}
