/** How much work something took. */
interface Work {
  /** How many characters were handed to patterns, texts' own functions and JSON. */
  readonly characters: number
  /** Every pattern that was used. */
  readonly patterns: ReadonlyMap<string, RegExp>
}

/** Functions of texts that look at a whole text, however long it is. */
const readingAll = [
  'includes',
  'indexOf',
  'isWellFormed',
  'lastIndexOf',
  'normalize',
  'split',
  'toLowerCase',
  'toUpperCase',
  'toWellFormed',
  'trim',
  'trimStart',
] as const

/**
 * Counts the work that `run` does with texts, in characters and not in seconds, so that the count is the same on every
 * machine. A pattern counts the text from its start to the end of its match, or to the end of the text without a match.
 * Another test shows that patterns do not go over the same characters again and again.
 */
export function countWork(run: () => void): Work {
  const patterns = new Map<string, RegExp>()
  let characters = 0
  const undo: (() => void)[] = []
  // biome-ignore lint/suspicious/noExplicitAny: functions of any kind are put in place of others.
  const replace = (owner: any, name: string, make: (original: any) => any) => {
    const original = owner[name]
    owner[name] = make(original)
    undo.push(() => {
      owner[name] = original
    })
  }
  replace(
    RegExp.prototype,
    'exec',
    (original) =>
      function (this: RegExp, text: string) {
        const start = this.global || this.sticky ? this.lastIndex : 0
        const match: RegExpExecArray | null = original.call(this, text)
        const end = match ? match.index + match[0].length : this.sticky ? start : text.length
        characters += Math.max(1, end - start)
        patterns.set(String(this), this)
        return match
      },
  )
  for (const name of readingAll) {
    replace(
      String.prototype,
      name,
      (original) =>
        function (this: string, ...given: unknown[]) {
          characters += this.length
          return original.apply(this, given)
        },
    )
  }
  replace(
    String.prototype,
    'charAt',
    (original) =>
      function (this: string, index: number) {
        characters++
        return original.call(this, index)
      },
  )
  replace(JSON, 'parse', (original) => (text: string) => {
    characters += text.length
    return original(text)
  })
  try {
    run()
  } finally {
    for (const step of undo) step()
  }
  return { characters, patterns }
}
