import type { Service } from '../service.ts'
import { Watcher } from './watcher.ts'

export type WatchJob =
  | { readonly open: { readonly service: Pick<Service, 'port' | 'headers'>; sessionId: string; count: number } }
  /** Begins to wait for an event with this text. */
  | { readonly await: string }
  /** When each of them has seen it, by the clock of the machine. */
  | { readonly collect: true }

const watchers: Watcher[] = []
const atOnce = 25
let seen: Promise<number[]> = Promise.resolve([])

/** Many watchers in a process of their own. */
async function work(job: WatchJob): Promise<number[]> {
  if ('collect' in job) return (await seen).map((atMs) => performance.timeOrigin + atMs)
  if ('await' in job) seen = Promise.all(watchers.map((watcher) => watcher.sees(job.await)))
  else {
    const { service, sessionId, count } = job.open
    let left = count
    const open = async () => {
      while (left > 0) {
        left -= 1
        watchers.push(await Watcher.open(service, sessionId))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, open))
  }
  return []
}

process.on('message', (job: WatchJob) => void work(job).then((answer) => process.send?.(answer)))
