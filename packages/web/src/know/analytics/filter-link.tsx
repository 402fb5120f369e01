import { Link } from '@tanstack/react-router'
import { useSearchState } from '../../app/search.ts'
import { type FilterKind, nameOfKey, shownSearch } from './filters.ts'

/** A name that narrows the costs to itself, on the same days and with the same other filters. */
export function FilterLink({ kind, name }: { kind: FilterKind; name: string }) {
  const [search] = useSearchState()
  // What was merged under one name cannot be told apart again.
  if (name === '(other)') return name
  return (
    <Link to="/analytics/costs" search={{ ...shownSearch(search), [kind]: name } as never} className="hover:underline">
      {nameOfKey(kind, name)}
    </Link>
  )
}
