import { describe, expect, it } from 'vitest'
import type { EventFile } from './event-file.ts'
import { createFactReader } from './fact-reader.ts'

/** A file whose queries end when the test says so. Each answer is one piece, the text of the query. */
function slowFile() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const all: EventFile['all'] = async (query, _values, toValue) => {
    begun.push(query)
    await new Promise<void>((resolve) => ends.set(query, resolve))
    const bytes = new TextEncoder().encode(query)
    return [toValue({ text: () => '', number: () => 1, bytes: () => bytes })]
  }
  return { all, begun, end: (query: string) => ends.get(query)?.() }
}

const decoder = new TextDecoder()

describe('the reader of facts', () => {
  it('asks one query at a time, and does not wait for somebody who reads', async () => {
    const file = slowFile()
    const reader = createFactReader(file)
    const { pieces } = reader.inPieces(['one', 'two'])
    const later = reader.all(['three'])
    expect(file.begun).toEqual(['one'])
    file.end('one')
    await expect.poll(() => file.begun).toEqual(['one', 'two'])
    file.end('two')
    await expect.poll(() => file.begun).toEqual(['one', 'two', 'three'])
    file.end('three')
    expect(await Array.fromAsync(pieces, (piece) => decoder.decode(piece))).toEqual(['one', 'two'])
    expect((await later).count).toBe(1)
  })

  it('asks for nothing more once its reader has gone', async () => {
    const file = slowFile()
    const reader = createFactReader(file)
    const { pieces } = reader.inPieces(['one', 'two', 'three'])
    file.end('one')
    for await (const piece of pieces) {
      expect(decoder.decode(piece)).toBe('one')
      break
    }
    const next = reader.all(['four'])
    await expect.poll(() => file.begun).toEqual(['one', 'two'])
    file.end('two')
    await expect.poll(() => file.begun).toEqual(['one', 'two', 'four'])
    file.end('four')
    await next
  })
})
