import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { charactersOf, textWidth } from '../terminal/width.ts'
import { type Draft, draftOf, emptyDraft, erase, insert, layOut, move, moves } from './editor.ts'

const piece = fc.constantFrom('a', 'word ', '\n', '日本', '🎉', '👩‍👩‍👧', 'é', '\t', 'ü')
const texts = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
const steps = fc.array(fc.constantFrom(...(Object.keys(moves) as (keyof typeof moves)[])), { maxLength: 12 })

/** Every place between two characters. */
function placesIn(text: string): Set<number> {
  const places = new Set([0])
  let at = 0
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) at += 1
    places.add(at)
    for (const { text: character } of charactersOf(line)) {
      at += character.length
      places.add(at)
    }
  }
  return places
}

describe('a draft', () => {
  it('has its cursor between two characters, wherever it is moved', () => {
    fc.assert(
      fc.property(texts, steps, (text, path) => {
        let draft: Draft = draftOf(text)
        for (const step of path) {
          draft = move(draft, step)
          expect(placesIn(text).has(draft.cursor)).toBe(true)
        }
      }),
    )
  })

  it('loses and gains whole characters', () => {
    let draft = insert(emptyDraft, 'Hi 👩‍👩‍👧!')
    draft = erase(erase(draft, 'left'), 'left')
    expect(draft).toEqual({ text: 'Hi ', cursor: 3 })
    expect(erase(draftOf('one two'), 'wordLeft').text).toBe('one ')
    expect(erase(move(draftOf('one\ntwo'), 'lineStart'), 'left').text).toBe('onetwo')
    expect(erase(draftOf('one\ntwo'), 'lineStart').text).toBe('one\n')
  })

  it('moves up and down by columns, not by characters', () => {
    const draft = { text: 'abcdef\n日本語', cursor: 10 }
    expect(moves.lineStart(draft)).toBe(7)
    expect(move({ ...draft, cursor: 9 }, 'up').cursor).toBe(4)
    expect(move({ ...draft, cursor: 3 }, 'down').cursor).toBe(8)
    expect(move({ ...draft, cursor: 3 }, 'up').cursor).toBe(0)
  })

  it('is laid out in rows that fit, with the cursor in one of them', () => {
    fc.assert(
      fc.property(texts, steps, fc.integer({ min: 4, max: 20 }), fc.integer({ min: 1, max: 6 }), (text, path, w, h) => {
        const draft = path.reduce(move, draftOf(text))
        const { rows, cursorRow, cursorColumn } = layOut(draft, w, h)
        expect(rows.length).toBeLessThanOrEqual(h)
        for (const row of rows) expect(textWidth(row)).toBeLessThanOrEqual(w)
        expect(cursorRow).toBeGreaterThanOrEqual(0)
        expect(cursorRow).toBeLessThan(rows.length)
        expect(cursorColumn).toBeLessThanOrEqual(w)
      }),
    )
  })
})
