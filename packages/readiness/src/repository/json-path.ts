/** The value at a path of keys; `undefined` if a part of the path is missing. */
export function at(value: unknown, ...keys: readonly string[]): unknown {
  let current = value
  for (const key of keys) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined
    current = (current as Record<string, unknown>)[key]
  }
  return current
}

export function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
}

/** All texts in a value. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return entriesOf(value).flatMap(([, each]) => textsIn(each))
}

/** Whether there is anything under one of these keys. */
export function hasAny(value: unknown, keys: readonly string[]): boolean {
  return keys.some((key) => at(value, key) !== undefined)
}
