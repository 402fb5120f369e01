import { add, type Counts, largestFirst, totalOf } from './counts.ts'

/** Spellings of one server are one server, shown as it is spelt most often. */
export function mergeSpellings(spellings: Counts): Counts {
  const groups = new Map<string, Counts>()
  for (const [spelling, count] of spellings) {
    const group = groups.getOrInsertComputed(foldName(spelling), () => new Map())
    add(group, spelling, count)
  }
  return new Map([...groups.values()].map((group) => [mostFrequent(group), totalOf(group)]))
}

/**
 * What is left of a name without regard to case, width and composition. JavaScript has no case folding of its own, but
 * going down and then up again gives the same classes as Unicode's (`ß` meets `SS`, `ς` meets `Σ`), save for the
 * dotless `ı`, which must not become an `I`.
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
