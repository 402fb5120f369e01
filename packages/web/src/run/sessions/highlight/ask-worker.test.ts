import { expect, it } from 'vitest'
import { asker } from './ask-worker.ts'
import type { Piece } from './pieces.ts'
import type { Question } from './worker.ts'

const colored: readonly Piece[] = [['let', 'keyword']]

/** Workers that never answer to `slow`, break at `bad`, and answer to anything else at once. */
function standIns() {
  const started: { isEnded: boolean; asked: string[] }[] = []
  const start = () => {
    const state = { isEnded: false, asked: [] as string[] }
    started.push(state)
    const worker = {
      onmessage: null as ((event: { data: readonly Piece[] }) => void) | null,
      onerror: null as (() => void) | null,
      postMessage({ code }: Question) {
        state.asked.push(code)
        if (code === 'bad') queueMicrotask(() => worker.onerror?.())
        else if (code !== 'slow') queueMicrotask(() => worker.onmessage?.({ data: colored }))
      },
      terminate: () => {
        state.isEnded = true
      },
    }
    return worker as unknown as Worker
  }
  return { started, start }
}

it('a code that takes too long, or breaks the worker, stays without colours, and holds up no other', async () => {
  const { started, start } = standIns()
  const ask = asker(start, 1)
  const answers = ['slow', 'let', 'bad', 'other'].map((code) => ask('typescript', code))
  expect(await Promise.all(answers)).toEqual([undefined, colored, undefined, colored])
  expect(started).toEqual([
    { isEnded: true, asked: ['slow'] },
    { isEnded: true, asked: ['let', 'bad'] },
    { isEnded: false, asked: ['other'] },
  ])
})

it('a code is asked for once', async () => {
  const { started, start } = standIns()
  const ask = asker(start, 60_000)
  expect(await Promise.all([ask('typescript', 'let'), ask('typescript', 'let')])).toEqual([colored, colored])
  expect(started.map(({ asked }) => asked)).toEqual([['let']])
})
