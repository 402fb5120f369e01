import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type Search = Readonly<Record<string, string | undefined>>

/** Parses a query into plain strings. The address contains the state of a page in readable form. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

/** The query of the address, and a function that changes it. A value of `undefined` is removed. */
export function useSearchState(): [Search, (changes: Search, options?: { isStep?: boolean }) => void] {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const change = useCallback(
    (changes: Search, { isStep = false } = {}) => {
      const next = (before: object) => ({ ...before, ...changes })
      void navigate({ to: '.', search: next as never, replace: !isStep, resetScroll: false })
    },
    [navigate],
  )
  return [search, change]
}

/** The query parameters that select the shown days. */
export function rangeSearch({ range, from, to, compare }: Search): Search {
  return { range, from, to, compare }
}
