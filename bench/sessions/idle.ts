import { readFile, rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Child } from '../child.ts'
import { ownCpuSeconds, residentBytes } from '../processes.ts'
import type { Service } from '../service.ts'
import type { Api } from './api.ts'
import type { Credentials } from './computer.ts'
import type { IdleJob } from './idle-job.ts'

export interface IdleFigures {
  readonly computers: number
  /** The growth of the process for each computer, after a garbage collection. */
  readonly bytesEach: number
  /** What JavaScript holds for each. */
  readonly heldEach: number
  /** CPU seconds of the service in one second, without and with the computers. */
  readonly cpuBefore: number
  readonly cpuWith: number
}

const samples = 10
const atOnce = 20

/** The cost of computers that are only connected. */
export async function measureIdle(
  service: Service,
  api: Api,
  { count, watchMs, heldFile }: { count: number; watchMs: number; heldFile: string },
): Promise<IdleFigures> {
  const computers: Credentials[] = []
  let left = count
  const register = async () => {
    while (left > 0) {
      left -= 1
      computers.push(await api.register(`idle ${left}`))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, register))
  const heldBefore = await collect(service, heldFile)
  const before = await watch(service, watchMs)
  const child = new Child<IdleJob, number>(new URL('./idle-job.ts', import.meta.url))
  try {
    await child.ask({ port: service.port, computers })
    const heldWith = await collect(service, heldFile)
    const after = await watch(service, watchMs)
    return {
      computers: computers.length,
      bytesEach: (after.bytes - before.bytes) / computers.length,
      heldEach: (heldWith - heldBefore) / computers.length,
      cpuBefore: before.cpu,
      cpuWith: after.cpu,
    }
  } finally {
    await child.stop()
  }
}

/** The bytes that the service holds after a garbage collection. */
async function collect({ pid }: Service, heldFile: string): Promise<number> {
  await rm(heldFile, { force: true })
  process.kill(pid, 'SIGUSR2')
  for (;;) {
    const text = await readFile(heldFile, 'utf8').catch(() => '')
    if (text.endsWith('\n')) return Number(text)
    await pause(50)
  }
}

/** The smallest memory that was seen, because garbage just before a collection does not count. */
async function watch({ pid }: Service, ms: number): Promise<{ bytes: number; cpu: number }> {
  const sizes: number[] = []
  const beganMs = performance.now()
  const cpuSeconds = ownCpuSeconds(pid)
  for (let sample = 0; sample < samples; sample++) {
    await pause(ms / samples)
    sizes.push(residentBytes(pid))
  }
  return { bytes: Math.min(...sizes), cpu: ((ownCpuSeconds(pid) - cpuSeconds) * 1000) / (performance.now() - beganMs) }
}
