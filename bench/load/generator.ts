import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../statistics.ts'
import { Connection } from './connection.ts'
import type { Job, JobResult, RequestKind } from './job.ts'

/** Creates the load in a process of its own: it takes jobs over the channel to its parent and answers with figures. */
process.on('message', (job: Job) => {
  run(job).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      process.stderr.write(`The load generator failed: ${error instanceof Error ? error.stack : String(error)}\n`)
      process.exit(1)
    },
  )
})

/** A longer wait means that no answer will come. */
const graceMs = 20_000

async function run(job: Job): Promise<JobResult> {
  const nextRequest = requestSource(job)
  const latenciesMs = new Float32Array(job.maxRequests)
  const refused: Record<number, number> = {}
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const deadline = startedAt + job.durationMs
  let sent = 0
  let requests = 0
  let bytes = 0
  let lastAnswerAt = startedAt

  const converse = () =>
    new Promise<void>((resolve, reject) => {
      let sentAt = 0
      const send = () => {
        sentAt = performance.now()
        if (sentAt >= deadline || sent >= job.maxRequests) {
          connection.close()
          resolve()
          return
        }
        sent++
        connection.send(nextRequest())
      }
      const connection = new Connection(job.port, {
        failed: reject,
        answered(status, length) {
          lastAnswerAt = performance.now()
          latenciesMs[requests++] = lastAnswerAt - sentAt
          bytes += length
          if (status < 200 || status > 299) refused[status] = (refused[status] ?? 0) + 1
          send()
        },
      })
      send()
    })

  const conversations = Promise.all(Array.from({ length: job.connections }, converse))
  const late = new AbortController()
  await Promise.race([
    conversations,
    sleep(job.durationMs + graceMs, undefined, { signal: late.signal }).then(() => {
      throw new Error('Some requests were not answered.')
    }),
  ]).finally(() => late.abort())

  const seconds = (lastAnswerAt - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  const sorted = latenciesMs.subarray(0, requests).sort()
  return {
    requests,
    refused,
    seconds,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    generatorLoad: (user + system) / 1e6 / seconds,
    bytes,
  }
}

/** Chooses a request at random and puts its text together. */
function requestSource({ kinds, headers, port }: Job): () => string {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const render = ({ method, paths, bodies }: RequestKind) => {
    const head = `HTTP/1.1\r\n${lines.join('')}`
    if (!bodies) return () => `${method} ${choose(paths)} ${head}\r\n`
    const ends = bodies.map((body) => `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
    return () => `${method} ${choose(paths)} ${head}${choose(ends)}`
  }
  // Each request has as many entries as its weight, so that choosing one is a single step.
  const sources = kinds.flatMap((kind) => Array.from({ length: kind.weight ?? 1 }, () => kind)).map(render)
  return () => choose(sources)()
}

function choose<T>(items: readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('There is nothing to choose from.')
  return item
}
