/** What a card shows of a query: its value, or why there is none and how to ask again. */
export interface Loaded<T> {
  readonly value: T | undefined
  readonly error: unknown
  readonly onRetry: () => void
}

interface Query {
  readonly error: unknown
  refetch(): Promise<unknown>
}

export function loaded<T>({ error, refetch }: Query, value: T | undefined): Loaded<T> {
  return { value, error, onRetry: () => void refetch() }
}
