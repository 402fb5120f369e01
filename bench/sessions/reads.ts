import type { BareAnswer } from '../bare-server.ts'
import { Child } from '../child.ts'
import type { Job, JobResult } from '../load/job.ts'
import type { Service } from '../service.ts'
import { quantile } from '../statistics.ts'
import type { Api } from './api.ts'
import { type Peer, spokenText, startPeer } from './peer.ts'

/** Answers a second, and the time that one answer in a hundred exceeds. */
export interface ReadRate {
  readonly perSecond: number
  readonly p99Ms: number
}

export interface ReadFigures {
  readonly what: string
  readonly own: ReadRate
  /** A server that answers the same bytes from memory. */
  readonly bare: ReadRate
  readonly peer: ReadRate | undefined
}

export const readers = 16
const rounds = 3

/**
 * Reads of a session, compared with the peer's. The service reads from a database and checks rights; the peer reads
 * from its memory.
 */
export async function measureReads(
  service: Service,
  api: Api,
  { durationMs, agentapi }: { durationMs: number; agentapi: string | undefined },
): Promise<ReadFigures[]> {
  const { computerId } = await api.register('for reads')
  const sessionId = await api.createSession(computerId)
  await api.post(sessionId, spokenText)
  const generator = new Child<Job, JobResult>(new URL('../load/generator.ts', import.meta.url))
  const bare = new Child<BareAnswer, number>(new URL('../bare-server.ts', import.meta.url))
  let peer: Peer | undefined

  const read = async (port: number, path: string): Promise<ReadRate> => {
    const kinds = [{ method: 'GET' as const, paths: [path] }]
    const load = { connections: readers, durationMs, maxRequests: 1_000_000 }
    const { headers } = service
    const { requests, seconds, p99Ms, refused } = await generator.ask({ ...load, port, headers, kinds })
    if (Object.keys(refused).length > 0) throw new Error(`${path} was refused: ${JSON.stringify(refused)}`)
    return { perSecond: requests / seconds, p99Ms }
  }
  const compare = async (what: string, path: string, peerPath: string): Promise<ReadFigures> => {
    const body = JSON.stringify(await api.call('GET', path))
    const barePort = await bare.ask({
      headers: { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
      body,
    })
    const rates = { own: [] as ReadRate[], bare: [] as ReadRate[], peer: [] as ReadRate[] }
    // All are measured in turns, so that all see the same machine.
    for (let round = 0; round < rounds; round++) {
      rates.own.push(await read(service.port, path))
      rates.bare.push(await read(barePort, path))
      if (peer) rates.peer.push(await read(peer.port, peerPath))
    }
    return {
      what,
      own: median(rates.own),
      bare: median(rates.bare),
      peer: peer && median(rates.peer),
    }
  }

  try {
    peer = agentapi === undefined ? undefined : await startPeer(agentapi)
    return [
      await compare('the messages of a session', `/api/v0/sessions/${sessionId}/messages`, '/messages'),
      await compare('the status of a session', `/api/v0/sessions/${sessionId}`, '/status'),
    ]
  } finally {
    await Promise.all([generator.stop(), bare.stop(), peer?.stop()])
  }
}

function median(rates: readonly ReadRate[]): ReadRate {
  const middle = (values: readonly number[]) => quantile(Float64Array.from(values).sort(), 0.5)
  return {
    perSecond: middle(rates.map(({ perSecond }) => perSecond)),
    p99Ms: middle(rates.map(({ p99Ms }) => p99Ms)),
  }
}
