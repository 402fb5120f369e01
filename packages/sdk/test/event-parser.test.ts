import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEventParser, type WireEvent } from '../src/event-parser.ts'

function parseAll(pieces: readonly string[]): WireEvent[] {
  const parse = createEventParser()
  return pieces.flatMap((piece) => parse(piece))
}

describe('reading a stream of events', () => {
  it('reads name, id and data, ignores comments and unknown fields, and joins lines of data', () => {
    const text = [
      '\ufeff: ping\n\n',
      'event: session\nid: 7\ndata: {"a":1}\n\n',
      'data:one\ndata: two\ndata\nretry: 10\nother: x\n\n',
      'event: nothing\nid: 8\n\n',
      'data: last\n\n',
      'data: never ended',
    ].join('')
    expect(parseAll([text])).toEqual([
      { event: 'session', id: '7', data: '{"a":1}' },
      { event: 'message', id: undefined, data: 'one\ntwo\n' },
      { event: 'message', id: undefined, data: 'last' },
    ])
  })

  it('gives the same events, however the text is cut and lines are broken', () => {
    const event = fc.record({
      event: fc.constantFrom('session', 'message', 'delta'),
      id: fc.option(fc.nat().map(String), { nil: undefined }),
      data: fc.json(),
    })
    const lineBreak = fc.constantFrom('\n', '\r', '\r\n')
    fc.assert(
      fc.property(fc.array(event), lineBreak, fc.array(fc.integer({ min: 1, max: 9 })), (events, end, cuts) => {
        let text = events
          .map(({ event, id, data }) => [`event: ${event}`, ...(id ? [`id: ${id}`] : []), `data: ${data}`, '', ''])
          .map((lines) => lines.join(end))
          .join(`: ping${end}`)
        const pieces: string[] = []
        for (const cut of cuts) {
          pieces.push(text.slice(0, cut))
          text = text.slice(cut)
        }
        // A carriage return counts only when it is known what follows it.
        expect(parseAll([...pieces, text, ': end'])).toEqual(events)
      }),
    )
  })
})
