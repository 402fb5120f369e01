import type { Difference } from './schema-form.ts'

/** The removed and added values for display: entries of lists one by one, yes and no for flags. */
export function valueChange({ from, to }: Pick<Difference, 'from' | 'to'>): {
  readonly removed: readonly string[]
  readonly added: readonly string[]
} {
  const [before, after] = [entriesOf(from), entriesOf(to)]
  const isSameSet = before.length === after.length && before.every((each) => after.includes(each))
  // Only the order differs, so both lists are shown in full.
  if (isSameSet) return { removed: before, added: after }
  return {
    removed: before.filter((each) => !after.includes(each)),
    added: after.filter((each) => !before.includes(each)),
  }
}

function entriesOf(value: unknown): string[] {
  if (value === undefined) return []
  if (Array.isArray(value)) return value.length === 0 ? ['(empty list)'] : [...new Set(value.map(shown))]
  if (typeof value !== 'object' || value === null) return [shown(value)]
  return Object.entries(value).map(([name, inner]) => `${name}: ${shown(inner)}`)
}

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
