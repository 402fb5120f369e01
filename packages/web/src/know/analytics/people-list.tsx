import { Link } from '@tanstack/react-router'
import { rangeSearch, useSearchState } from '../../app/search.ts'
import { RankedList } from '../../charts/ranked-list.tsx'

interface PeopleListProps {
  readonly name: string
  readonly rows: readonly (readonly [id: string, count: number])[]
  readonly nameOf: (id: string) => string
  readonly format?: (count: number) => string
}

/** People by usage, each with a link to their page for the same days. */
export function PeopleList({ nameOf, ...list }: PeopleListProps) {
  const [search] = useSearchState()
  return (
    <RankedList
      {...list}
      most={10}
      nameOf={nameOf}
      render={(id) => (
        <Link
          to="/analytics/users/$userId"
          params={{ userId: id } as never}
          search={rangeSearch(search) as never}
          className="hover:underline"
        >
          {nameOf(id)}
        </Link>
      )}
    />
  )
}
