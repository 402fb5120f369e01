import type { Language } from './languages.ts'
import type { Piece } from './pieces.ts'
import type { Answer, Question } from './worker.ts'

/** Grammars consist of patterns that take very long for some texts. Such a text stays uncoloured. */
const patienceMs = 3000
/** The size of the cache for rows that are scrolled back into view. */
const mostKept = 200

type Colored = readonly Piece[] | undefined

/** The coloured pieces of code; `undefined` if there are none, for any reason. Requests are processed one by one. */
export const askWorker = asker(
  () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
  patienceMs,
)

/** Sends requests to a worker, which is started on demand, and terminated if it does not answer in time. */
export function asker(start: () => Worker, limitMs: number) {
  let worker: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()
  const kept = new Map<string, Promise<Colored>>()

  return (language: Language, code: string): Promise<Colored> => {
    const key = `${language}\n${code}`
    const known = kept.get(key)
    if (known) return known
    const asked = last.then(() => ask({ language, code }))
    last = asked
    kept.set(key, asked)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return asked
  }

  function ask(question: Question): Promise<Colored> {
    worker ??= start()
    const asked = worker
    return new Promise((resolve) => {
      const finish = (pieces: Colored, isBroken: boolean) => {
        clearTimeout(timer)
        asked.onmessage = null
        asked.onerror = null
        if (isBroken) {
          asked.terminate()
          worker = undefined
        }
        resolve(pieces)
      }
      const timer = setTimeout(() => finish(undefined, true), limitMs)
      asked.onmessage = ({ data }: MessageEvent<Answer>) => finish(data, false)
      asked.onerror = () => finish(undefined, true)
      asked.postMessage(question)
    })
  }
}
