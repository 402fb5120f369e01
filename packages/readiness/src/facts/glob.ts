import { languageOf } from '../catalog/languages.ts'

/** The names and paths of a list, separated by spaces, as one expression. */
export function globs(list: string): RegExp {
  return new RegExp(`^(?:${wordsOf(list).map(sourceOf).join('|')})$`)
}

export function wordsOf(list: string): string[] {
  return list.trim().split(/\s+/).filter(Boolean)
}

/** `*` within a segment, `**` any folders, `{a,b}` a choice, `[0-9]` one of these characters. */
export function sourceOf(glob: string): string {
  return glob
    .replace(/[.+^$()|\\]/g, '\\$&')
    .replace(/\{([^{}]*)\}/g, (_, choices: string) => `(?:${choices.replaceAll(',', '|')})`)
    .replace(/\*\*\/|\*\*|\*/g, (stars) => (stars === '**/' ? '(?:.*/)?' : stars === '**' ? '.*' : '[^/]*'))
}

/** Whether a glob may mean source: it does not end with another kind of file. */
export function mayBeSource(glob: string): boolean {
  const ending = /\.([^./]*|\{[^{}]*\}[^./]*)$/.exec(glob)?.[1]
  if (ending === undefined || ending === '*') return true
  const choices = /^\{([^{}]*)\}$/.exec(ending)?.[1]?.split(',') ?? [ending]
  return choices.some(
    (each) => each === '' || /[{}]/.test(each) || languageOf(`x.${each.replaceAll('*', 'a')}`) !== undefined,
  )
}

/** The names of packages, of which most are written out: a set for these, and one expression for the others. */
export function nameMatcher(list: string): (name: string) => boolean {
  const words = wordsOf(list.toLowerCase())
  const exact = new Set(words.filter((word) => !word.includes('*')))
  const open = words.filter((word) => word.includes('*'))
  if (open.length === 0) return (name) => exact.has(name)
  const pattern = new RegExp(`^(?:${open.map(openName).join('|')})$`)
  return (name) => exact.has(name) || pattern.test(name)
}

/** A star at the beginning stands before a word of its own: `*sentry*` is not in `passentry`. */
function openName(word: string): string {
  const source = word.replace(/[.+^$()|\\]/g, '\\$&').replaceAll('*', '.*')
  return source.startsWith('.*') ? `(?:.*[^a-z])?${source.slice(2).replace(/\.\*$/, '(?:[^a-z].*)?')}` : source
}
