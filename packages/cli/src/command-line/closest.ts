/** The most similar known name for a mistyped word. */
export function closest(word: string, names: readonly string[]): string | undefined {
  return names.find((name) => name.startsWith(word) || distance(word, name) <= 2)
}

/** The edit distance: how many letters must be changed, added or removed. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...to].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
