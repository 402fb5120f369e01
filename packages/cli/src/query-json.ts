import { usage } from './command-line/failure.ts'

type Step = { readonly kind: 'field'; readonly name: string | number } | { readonly kind: 'each' | 'length' | 'keys' }

/**
 * Selects parts of a JSON value with the paths of jq: `.sessions[].title`, `.["a b"]`, `.[0]`, `.data[] | .date`,
 * `length`, `keys`. The rest of that language is not supported.
 */
export function queryJson(text: string): (value: unknown) => unknown[] {
  const steps = text.split('|').flatMap((part) => stepsOf(part.trim(), text))
  return (value) => steps.reduce((values, step) => values.flatMap((each) => take(each, step)), [value])
}

const token = /\.?\[\]|\.?\[(-?\d+)\]|\.?\[("(?:[^"\\]|\\.)*")\]|\.([A-Za-z_]\w*)/y

function stepsOf(part: string, whole: string): Step[] {
  if (part === 'length' || part === 'keys') return [{ kind: part }]
  if (part === '.') return []
  if (part === '')
    throw refusal(whole.trim() === '' ? 'needs a path' : `lacks a path beside | in ${JSON.stringify(whole)}`)
  const steps: Step[] = []
  token.lastIndex = 0
  while (token.lastIndex < part.length) {
    const at = token.lastIndex
    const match = token.exec(part)
    if (match === null || (at === 0 && !part.startsWith('.'))) {
      const unknown = part.slice(at)
      throw refusal(`cannot read ${JSON.stringify(unknown)}${unknown === whole ? '' : ` in ${JSON.stringify(whole)}`}`)
    }
    const [, index, quoted, name] = match
    if (index !== undefined) steps.push({ kind: 'field', name: Number(index) })
    else if (quoted !== undefined) steps.push({ kind: 'field', name: JSON.parse(quoted) })
    else if (name !== undefined) steps.push({ kind: 'field', name })
    else steps.push({ kind: 'each' })
  }
  return steps
}

function refusal(reason: string) {
  return usage(
    `--jq ${reason}.`,
    'A path begins with a dot, as in .sessions[].title; `length` and `keys` are known too, and | joins them. For the rest of jq leave --jq out, and pipe the answer into it.',
  )
}

function take(value: unknown, step: Step): unknown[] {
  if (step.kind !== 'field') return whole(value, step.kind)
  if (!isObject(value)) return [null]
  if (Array.isArray(value)) return [typeof step.name === 'number' ? (value.at(step.name) ?? null) : null]
  return [Object.hasOwn(value, step.name) ? (value as Record<string | number, unknown>)[step.name] : null]
}

function whole(value: unknown, kind: 'each' | 'length' | 'keys'): unknown[] {
  const items = isObject(value) ? value : {}
  if (kind === 'each') return Object.values(items)
  if (kind === 'keys') return [Object.keys(items)]
  return [isObject(value) ? Object.keys(value).length : String(value ?? '').length]
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
