import { add, type Counts, largestFirst, totalOf } from './counts.ts'

/** Merges spellings of one server, and shows the most frequent one. */
export function mergeSpellings(spellings: Counts): Counts {
  const groups = new Map<string, Counts>()
  for (const [spelling, count] of spellings) {
    const group = groups.getOrInsertComputed(foldName(spelling), () => new Map())
    add(group, spelling, count)
  }
  return new Map([...groups.values()].map((group) => [mostFrequent(group), totalOf(group)]))
}

/**
 * A name without differences of case, width and composition. JavaScript has no case folding, but lower case and then
 * upper case gives the same classes as Unicode's (`ß` equals `SS`, `ς` equals `Σ`), except for the dotless `ı`, which
 * must not become an `I`.
 */
export function foldName(name: string): string {
  return name
    .trim()
    .normalize('NFKC')
    .split('ı')
    .map((part) => part.toLowerCase().toUpperCase())
    .join('ı')
}

function mostFrequent(group: Counts): string {
  return largestFirst(group)[0]?.[0] ?? ''
}
