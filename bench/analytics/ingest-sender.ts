import { Connection } from '../load/connection.ts'
import type { IngestResult, SendJob } from './ingest-job.ts'
import { type Template, writeBody } from './telemetry-bodies.ts'

/** The agents, in a process of their own: it takes jobs over the channel to its parent and answers with figures. */
process.on('message', (job: SendJob) => {
  run(job).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      process.stderr.write(`Sending failed: ${error instanceof Error ? error.stack : String(error)}\n`)
      process.exit(1)
    },
  )
})

async function run({ mix, firstNumber, durationMs, maxBodies, port, headers, connections }: SendJob) {
  const heads = mix.templates.map((template) => headOf(template, { host: `127.0.0.1:${port}`, ...headers }))
  const largest = Math.max(...mix.templates.map(({ bytes }, index) => bytes.length + (heads[index]?.length ?? 0)))
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  let lastAnswerAt = startedAt
  const total = { bodies: 0, records: 0, events: 0, bytes: 0 }
  let sent = 0

  const converse = () =>
    new Promise<void>((resolve, reject) => {
      // Only one request is under way, so the next one may overwrite it.
      const buffer = Buffer.allocUnsafe(largest)
      let template: Template | undefined
      const send = () => {
        if (performance.now() >= startedAt + durationMs || sent >= maxBodies) {
          connection.close()
          resolve()
          return
        }
        const index = mix.order[sent % mix.order.length] ?? 0
        const head = heads[index] ?? Buffer.alloc(0)
        template = mix.templates[index]
        if (!template) return
        buffer.set(head)
        const length = writeBody(template, firstNumber + sent++, buffer.subarray(head.length))
        connection.send(buffer.subarray(0, head.length + length))
      }
      const connection = new Connection(port, {
        failed: reject,
        answered(status) {
          if (status !== 200) return reject(new Error(`Telemetry was answered with ${status}.`))
          lastAnswerAt = performance.now()
          total.bodies++
          total.records += template?.records ?? 0
          total.events += template?.events ?? 0
          total.bytes += template?.bytes.length ?? 0
          send()
        },
      })
      send()
    })

  await Promise.all(Array.from({ length: connections }, converse))
  const { user, system } = process.cpuUsage(cpuBefore)
  const { bytes, ...counts } = total
  const result: IngestResult = {
    ...counts,
    megabytes: bytes / 1e6,
    seconds: (lastAnswerAt - startedAt) / 1000,
    cpuSeconds: (user + system) / 1e6,
  }
  return result
}

function headOf({ path, contentType, bytes }: Template, headers: Readonly<Record<string, string>>): Buffer {
  const all = { ...headers, 'content-type': contentType, 'content-length': String(bytes.length) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
}
