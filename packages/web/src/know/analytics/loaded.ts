/** The state of a query for a card: its value, or its error and a way to retry. */
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
