import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProbeAnswer, ProbeRequest } from './probe-job.ts'

/** Sends one small request after the other on one connection, like a person who looks at a page. */
const pauseMs = 2

let isOver = false
let asking: Promise<number[]> = Promise.resolve([])

process.on('message', async (message: ProbeRequest) => {
  if (message.kind === 'begin') {
    isOver = false
    asking = ask(message)
    answer([])
  } else {
    isOver = true
    answer(await asking)
  }
})

function answer(times: ProbeAnswer): void {
  process.send?.(times)
}

async function ask({ port, path, headers }: Extract<ProbeRequest, { kind: 'begin' }>): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  while (!isOver) {
    const startedAt = performance.now()
    const [response] = await once(request({ host: '127.0.0.1', port, path, headers, agent }).end(), 'response')
    response.resume()
    await once(response, 'end')
    times.push(performance.now() - startedAt)
    if (response.statusCode !== 200) throw new Error(`The small request was answered with ${response.statusCode}.`)
    await sleep(pauseMs)
  }
  agent.destroy()
  return times
}
