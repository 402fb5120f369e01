import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type Search = Readonly<Record<string, string | undefined>>

/** The address is the state: names and plain texts, as people would write them. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

/** The query of the address, and a function to change it. A value of `undefined` is removed. */
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

/** The part of an address that says which days are shown. */
export function rangeSearch({ range, from, to, compare }: Search): Search {
  return { range, from, to, compare }
}
