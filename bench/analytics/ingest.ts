import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Child } from '../child.ts'
import { ownCpuSeconds, treeCpuSeconds } from '../processes.ts'
import { type Service, startService } from '../service.ts'
import type { BareIngestJob, IngestResult, SendJob } from './ingest-job.ts'
import type { Plan } from './plan.ts'
import { type Mix, nativeMix, now, otlpMix } from './telemetry-bodies.ts'

export interface IngestFigures extends IngestResult {
  readonly serverCpu: number
  readonly postgresCpu: number
}

export interface IngestCompared {
  readonly name: string
  /** The wanted share of the bare rate. */
  readonly target: number
  /** The wanted events a second. */
  readonly rateTarget: number | undefined
  readonly rounds: { readonly service: IngestFigures; readonly bare: IngestFigures }[]
}

interface IngestOptions {
  readonly plan: Plan
  readonly profileDir: string | undefined
  readonly isChosen: (name: string) => boolean
  readonly progress: (text: string) => void
}

export const ingestNames = ['ingest, OTLP JSON', 'ingest, OTLP protobuf', 'ingest, native NDJSON'] as const

/** Each body has a number that is used once, so that everything is new to the store. */
let nextNumber = 1

export async function measureIngest({
  plan,
  profileDir,
  isChosen,
  progress,
}: IngestOptions): Promise<IngestCompared[]> {
  const { recordsOfBody } = plan.ingest
  const mixes = {
    'ingest, OTLP JSON': () => otlpMix('json', recordsOfBody),
    'ingest, OTLP protobuf': () => otlpMix('protobuf', recordsOfBody),
    'ingest, native NDJSON': () => nativeMix(recordsOfBody),
  }
  const chosen = ingestNames.filter(isChosen)
  if (chosen.length === 0) return []
  progress('ingest: starting the service')
  const service = await startService({
    profileDir,
    settings: { MUSTER_NOW: now, MUSTER_MAX_EVENTS_PER_USER_DAY: '1000000000' },
  })
  const meter = new IngestMeter()
  try {
    const compared: IngestCompared[] = []
    for (const name of chosen) {
      const mix = mixes[name]()
      const load = { mix, durationMs: plan.ingest.durationMs, maxBodies: Number.MAX_SAFE_INTEGER }
      const rateTarget = mix.encoding === 'ndjson' ? 50_000 : undefined
      const one: IngestCompared = { name, target: 0.5, rateTarget, rounds: [] }
      for (let round = 0; round <= plan.rounds; round++) {
        progress(`${name}: ${round === 0 ? 'warming up' : `round ${round} of ${plan.rounds}`}`)
        const figures = {
          service: await meter.service(service, load, plan.ingest.connections),
          bare: await meter.bare(load),
        }
        if (round > 0) one.rounds.push(figures)
      }
      compared.push(one)
    }
    return compared
  } finally {
    await meter.stop()
    await service.stop()
  }
}

type Load = Pick<SendJob, 'durationMs' | 'maxBodies'> & { readonly mix: Mix }

/** Sends telemetry to a service, or reads and stores it without one. Returns the cost. */
export class IngestMeter {
  readonly #sender = new Child<SendJob, IngestResult>(new URL('./ingest-sender.ts', import.meta.url))
  readonly #bare = new Child<BareIngestJob, IngestResult>(new URL('./bare-ingest.ts', import.meta.url))

  /** Fails unless every event is counted. */
  async service({ port, pid, postgresPid, headers }: Service, load: Load, connections: number): Promise<IngestFigures> {
    const acceptedBefore = await acceptedEvents(port, headers)
    const before = [ownCpuSeconds(pid), treeCpuSeconds(postgresPid)] as const
    const result = await this.#sender.ask({ ...load, firstNumber: nextNumber, port, headers, connections })
    const serverCpu = ownCpuSeconds(pid) - before[0]
    const postgresCpu = treeCpuSeconds(postgresPid) - before[1]
    nextNumber += result.bodies + connections
    const accepted = (await acceptedEvents(port, headers)) - acceptedBefore
    if (accepted !== result.events) throw new Error(`${result.events} events were sent, and ${accepted} counted.`)
    return { ...result, serverCpu, postgresCpu, cpuSeconds: serverCpu + postgresCpu }
  }

  async bare(load: Load): Promise<IngestFigures> {
    const dataDir = await mkdtemp(join(tmpdir(), 'muster-bench-bare-'))
    try {
      const result = await this.#bare.ask({ ...load, firstNumber: nextNumber, dataDir })
      return { ...result, serverCpu: result.cpuSeconds, postgresCpu: 0 }
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  }

  async stop(): Promise<void> {
    await Promise.all([this.#sender.stop(), this.#bare.stop()])
  }
}

async function acceptedEvents(port: number, headers: Readonly<Record<string, string>>): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v0/analytics/status`, { headers })
  const status = (await answer.json()) as { dataQuality: { acceptedEvents: number } }
  return status.dataQuality.acceptedEvents
}
