import { type Ajv2020, type KeywordErrorDefinition, str } from 'ajv/dist/2020.js'

/**
 * Replaces Ajv's `minLength` and `maxLength`, which count every character even of a text of megabytes. These count only
 * if the length in code units does not decide.
 */
export function addTextLengths(ajv: Ajv2020): void {
  for (const [keyword, comparison, isRight] of [
    ['minLength', 'fewer', isAtLeast],
    ['maxLength', 'more', isAtMost],
  ] as const) {
    const error: KeywordErrorDefinition = {
      message: ({ schemaCode }) => str`must NOT have ${comparison} than ${schemaCode} characters`,
    }
    const compile = (limit: number) => (text: string) => isRight(text, limit)
    ajv.removeKeyword(keyword).addKeyword({ keyword, type: 'string', schemaType: 'number', compile, error })
  }
}

/** A character takes one or two of the units that `length` counts. */
function isAtLeast(text: string, limit: number): boolean {
  return text.length >= 2 * limit || (text.length >= limit && charactersIn(text) >= limit)
}

function isAtMost(text: string, limit: number): boolean {
  return text.length <= limit || (text.length <= 2 * limit && charactersIn(text) <= limit)
}

function charactersIn(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
