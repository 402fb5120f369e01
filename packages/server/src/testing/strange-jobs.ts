import type { Job } from '../ground/platform/job.ts'
import { serveJobs } from '../ground/platform/serve-jobs.ts'

/** The program of workers in tests, with jobs that misbehave. */
serveJobs({
  echo({ begin }: { begin: string }): Job {
    const taken: unknown[] = []
    return {
      take(piece) {
        taken.push(piece)
        return piece === 'now' ? ['at once', 'and again'] : undefined
      },
      finish: () => [
        `begun with ${begin}`,
        ...taken,
        { pid: process.pid, environment: { ...process.env }, flags: process.execArgv },
      ],
    }
  },
  throw(message: string): Job {
    throw new Error(message)
  },
  eat: (how: keyof typeof eaters) => ({ take: () => undefined, finish: () => [eaters[how]()] }),
  hang: () => ({ take: () => undefined, finish: forEver }),
  pids: () => ({
    take: () => undefined,
    *finish() {
      yield { pid: process.pid }
      yield* forEver()
    },
  }),
})

const eaters = {
  map() {
    const map = new Map<string, number>()
    for (;;) map.set(`name ${map.size}`, map.size)
  },
  split: () => 'abc,'.repeat(50_000_000).split(',').length,
  objects() {
    const objects: object[] = []
    for (;;) objects.push({ index: objects.length, list: [objects.length] })
  },
}

function forEver(): never[] {
  for (;;);
}
