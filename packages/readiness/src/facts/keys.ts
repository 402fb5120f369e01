import type { Repository } from '../repository/create-repository.ts'
import { entriesOf } from '../repository/json-path.ts'
import { lineAt } from '../repository/parse.ts'
import { sourceOf } from './glob.ts'

/** Where a file of settings has a key, as in `a.b.c`, or a key with a value, as in `a.b=true`. */
export function keyOf(repository: Repository, path: string, key: string): string | undefined {
  const [names = '', wanted] = key.split('=')
  if (/\.(cfg|ini)$/.test(path)) return sectionOf(repository, path, names)
  const value = valueAt(repository.data(path).value, names.split('.'))
  if (value === undefined || value === false || value === null) return undefined
  if (wanted !== undefined && String(value) !== wanted) return undefined
  return told(repository, path, names)
}

/** A `*` at the end of a name stands for anything. */
function valueAt(value: unknown, keys: readonly string[]): unknown {
  const [first, ...rest] = keys
  if (first === undefined) return value
  const pattern = new RegExp(`^${sourceOf(first)}$`)
  const entry = entriesOf(value).find(([name]) => (first.includes('*') ? pattern.test(name) : name === first))
  return entry && valueAt(entry[1], rest)
}

/** Settings of older tools of Python have sections. */
function sectionOf(repository: Repository, path: string, name: string): string | undefined {
  const text = repository.text(path) ?? ''
  const found = new RegExp(`^\\[(?:tool[:.])?${sourceOf(name.replace(/^tool[:.]/, ''))}[\\].:]`, 'm').exec(text)
  return found ? `${path}:${lineAt(text, found.index)} sets ${name}` : undefined
}

function told(repository: Repository, path: string, names: string): string {
  const text = repository.text(path) ?? ''
  const last = names.split('.').at(-1)?.replace('*', '') ?? ''
  const dotted = text.indexOf(`[${names.replace('*', '')}`)
  const index = dotted >= 0 ? dotted : Math.max(0, text.indexOf(last))
  return `${path}:${lineAt(text, index)} sets ${names.replace('*', '')}`
}
