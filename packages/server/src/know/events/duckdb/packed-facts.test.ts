import { describe, expect, it } from 'vitest'
import { joinedPieces, unpackFacts } from './packed-facts.ts'

const encoder = new TextEncoder()

/** A piece of facts about `about`, whose values are of these columns, with readable separators. */
function pieceOf(columns: readonly number[], facts: readonly (readonly string[])[], about = 'people'): Uint8Array {
  return encoder.encode([[about, ...columns], ...facts].map((values) => values.join('\x1f')).join('\x1e'))
}

const read = (pieces: Iterable<Uint8Array>) => {
  const unpack = unpackFacts((row) => [row.text(0), row.text(1), row.text(4), row.number(8), row.number(9)])
  return [...pieces].flatMap((piece) => [...unpack(piece)])
}

describe('packed facts', () => {
  it('are read by column; what a view does not tell is empty or 0', () => {
    const pieces = [
      pieceOf(
        [1, 8],
        [
          ['ada', '7'],
          ['bea', ''],
        ],
      ),
      pieceOf([4, 9], [['message', '12']], 'names'),
    ]
    expect(read(pieces)).toEqual([
      ['people', 'ada', '', 7, 0],
      ['people', 'bea', '', 0, 0],
      ['names', '', 'message', 0, 12],
    ])
  })

  it.each([
    ['999999999999999', 999_999_999_999_999],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['170141183460469231731687303715884105727', 2 ** 127],
    ['-5', -5],
  ])('have the number %s', (text, number) => {
    expect(read([pieceOf([1, 8], [['ada', text]])])).toEqual([['people', 'ada', '', number, 0]])
  })

  it('have texts with separators as digits, beside facts without', () => {
    const text = 'a\x1bb\x1fc\x1ed é'
    const digits = (plain: string) => Buffer.from(plain).toString('hex').toUpperCase()
    const facts = [
      ['ada', 'file', '1'],
      [`\x1b${digits(text)}`, digits('file'), '2'],
      ['bea', 'file', '3'],
    ]
    expect(read([pieceOf([1, 4, 8], facts)])).toEqual([
      ['people', 'ada', 'file', 1, 0],
      ['people', text, 'file', 2, 0],
      ['people', 'bea', 'file', 3, 0],
    ])
  })

  it('have a text in the first column if they tell one', () => {
    expect(read([pieceOf([0, 1], [['starts', 'ada']], '')])).toEqual([['starts', 'ada', '', 0, 0]])
  })
})

describe('joined pieces', () => {
  it('have the same facts, in few pieces that stay small', () => {
    const name = 'a'.repeat(200)
    const pieces = Array.from({ length: 30 }, (_, piece) => {
      return pieceOf(
        [1, 8],
        Array.from({ length: 200 }, (__, fact) => [`${name}${piece}`, String(fact)]),
      )
    })
    const joined = [...joinedPieces(pieces)]
    expect(read(joined)).toEqual(read(pieces))
    expect(joined.length).toBeLessThan(5)
    for (const { length } of joined) expect(length).toBeLessThanOrEqual(512 * 1024)
  })

  it('leave a large piece alone', () => {
    const large = pieceOf([1, 8], [['a'.repeat(600 * 1024), '1']])
    const [first, second] = joinedPieces([large, large])
    expect(first).toEqual(Buffer.from(large))
    expect(second).toEqual(Buffer.from(large))
  })

  it('are none if there are no facts', () => {
    expect([...joinedPieces([])]).toEqual([])
  })
})
