/** An agent may send anything. These functions accept valid values and ignore all others. */
export type Loose = Readonly<Record<string, unknown>>

export function objectOf(value: unknown): Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {}
}

export function listOf(value: unknown): readonly Loose[] {
  return Array.isArray(value) ? value.map(objectOf) : []
}

/** `undefined` for anything but a non-empty text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A non-negative count; 0 for anything else. */
export function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
}
