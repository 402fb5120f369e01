import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { createLowlight } from 'lowlight'
import { beforeAll, describe, expect, it } from 'vitest'
import { lineDiff, sideOf, withPieces } from '../conversation/line-diff.ts'
import { grammars } from './grammars.ts'
import { findLanguage, findLanguageOfFile, languages } from './languages.ts'
import { linesOf, type Piece, piecesOf } from './pieces.ts'

const lowlight = createLowlight()
const piecesIn = (language: string, code: string) => piecesOf(lowlight.highlight(language, code, { prefix: '' }))
const textOf = (pieces: readonly Piece[]) => pieces.map(([text]) => text).join('')

beforeAll(async () => {
  for (const language of languages) lowlight.register(language, (await grammars[language]()).default)
})

describe('the pieces of a code', () => {
  it('are the code, in every language, whatever it is', () => {
    const code = fc.stringMatching(/^[a-z<>{}()"'`#/*\\=;:.\n -]{0,60}$/)
    fc.assert(
      fc.property(code, (text) => {
        for (const language of languages) {
          const pieces = piecesIn(language, text)
          expect(textOf(pieces)).toBe(text)
          expect(linesOf(pieces).map(textOf).join('\n')).toBe(text)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('say what is a keyword, a text, a number, a comment and a name', () => {
    expect(piecesIn('typescript', 'const a = f("b", 1) // c')).toEqual([
      ['const', 'keyword'],
      [' a = '],
      ['f', 'name'],
      ['('],
      ['"b"', 'text'],
      [', '],
      ['1', 'number'],
      [') '],
      ['// c', 'comment'],
    ])
  })
})

describe('a language', () => {
  it('is found by its names, and by those of files', () => {
    expect(['TS', 'py', 'nothing', ''].map(findLanguage)).toEqual(['typescript', 'python', undefined, undefined])
    const files = ['src/a.test.ts', 'C:\\b\\Dockerfile', 'Makefile', 'README', 'x.constructor']
    expect(files.map(findLanguageOfFile)).toEqual(['typescript', 'dockerfile', 'makefile', undefined, undefined])
  })
})

describe('changed lines', () => {
  it('have the colours of their whole text: a comment of several lines stays one', () => {
    const lines = lineDiff({ path: 'a.ts', before: '/* one\ntwo */\nlet a', after: '/* one\nthree */\nlet a' })
    const side = (other: 'added' | 'removed') => linesOf(piecesIn('typescript', sideOf(lines, other)))
    const colored = withPieces(lines, side('added'), side('removed'))
    expect(colored.map(({ kind, pieces }) => [kind, pieces[0]])).toEqual([
      ['same', ['/* one', 'comment']],
      ['removed', ['two */', 'comment']],
      ['added', ['three */', 'comment']],
      ['same', ['let', 'keyword']],
    ])
  })
})

describe('the colours of code', () => {
  it('have a contrast of 4.5 on code, and on lines that come or go, in both themes', () => {
    const css = readFileSync(new URL('../../../theme.css', import.meta.url), 'utf8')
    const colors = new Map(
      [...css.matchAll(/--color-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [
        name ?? '',
        [light ?? '', dark ?? ''],
      ]),
    )
    const inks = [...colors.keys()].filter((name) => name.startsWith('code-'))
    expect(inks).toHaveLength(6)
    const tooPale = [...inks, 'ink', 'good', 'bad'].flatMap((ink) =>
      ['sunken', 'surface', 'good-soft', 'bad-soft'].flatMap((ground) =>
        [0, 1].flatMap((theme) => {
          const ratio = contrast(colors.get(ink)?.[theme] ?? '', colors.get(ground)?.[theme] ?? '')
          return ratio >= 4.5 ? [] : [`${ink} on ${ground} ${theme}: ${ratio.toFixed(2)}`]
        }),
      ),
    )
    expect(tooPale).toEqual([])
  })
})

/** As the guidelines for accessible pages compute it. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map(luminance).toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
