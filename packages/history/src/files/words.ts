/** Some words, of which one may stand at a place. Few of them begin with the same letter, so most places cost one look. */
export class Words {
  readonly #byFirst: (Buffer[] | undefined)[] = new Array(256)

  constructor(words: readonly string[]) {
    for (const word of words) {
      const bytes = Buffer.from(word)
      const first = bytes[0] as number
      this.#byFirst[first] = [...(this.#byFirst[first] ?? []), bytes]
    }
  }

  areAt(bytes: Buffer, at: number): boolean {
    const words = this.#byFirst[bytes[at] as number]
    if (words === undefined) return false
    // Going through a list by `of` makes two objects, and this is asked of every line.
    for (let index = 0; index < words.length; index += 1) if (standsAt(bytes, at, words[index] as Buffer)) return true
    return false
  }
}

/** Where a word stands first in a short piece; -1 when it does not. For the few bytes at the head of a line, asking the machine takes longer. */
export function findNear(bytes: Buffer, from: number, end: number, word: Buffer): number {
  const first = word[0]
  for (let at = from; at < end; at += 1) if (bytes[at] === first && standsAt(bytes, at, word)) return at
  return -1
}

/** Looks at the end first, because words of one kind begin alike. */
export function standsAt(bytes: Buffer, at: number, word: Buffer): boolean {
  const last = word.length - 1
  if (bytes[at + last] !== word[last]) return false
  for (let index = 0; index < last; index += 1) if (bytes[at + index] !== word[index]) return false
  return true
}
