import { Link } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { rangeSearch, type Search, useSearchState } from '../../../app/search.ts'
import { Sparkline } from '../../../charts/sparkline.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { exact } from '../../../ui/numbers.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import type { PersonTotals } from './person-totals.ts'
import { type Column, columns, nameOfPerson } from './sort-people.ts'

interface UsersTableProps {
  readonly people: readonly PersonTotals[]
  readonly sort: Column
  readonly isAscending: boolean
  readonly onSort: (column: Column) => void
}

const rowHeight = 40

/** Up to this many rows are all in the document, so that the browser's own search finds them. */
const allUpTo = 300

export function UsersTable({ people, sort, isAscending, onSort }: UsersTableProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [search] = useSearchState()
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (body.current) setTop(body.current.getBoundingClientRect().top + window.scrollY)
  }, [])
  const isAll = people.length <= allUpTo
  const rows = useWindowVirtualizer({
    count: people.length,
    estimateSize: () => rowHeight,
    overscan: 20,
    scrollMargin: top,
    enabled: !isAll,
  })
  const items = rows.getVirtualItems()
  const shown = isAll ? people : items.flatMap(({ index }) => people[index] ?? [])
  const before = isAll ? 0 : (items[0]?.start ?? top) - top
  const after = isAll ? 0 : rows.getTotalSize() - ((items.at(-1)?.end ?? top) - top)
  return (
    <ScrollRegion aria-label="People" className="card overflow-x-auto">
      <table className="w-full border-collapse text-[13px]" aria-rowcount={people.length + 1}>
        <thead>
          <tr className="border-b border-line">
            {columns.map(([column, label]) => (
              <Heading key={column} column={column} label={label} {...{ sort, isAscending, onSort }} />
            ))}
            <th scope="col" className="px-3 py-2 text-left text-xs font-medium whitespace-nowrap text-muted">
              Tokens by day
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {before > 0 && <Spacer height={before} />}
          {shown.map((person) => (
            <PersonRow key={person.id} person={person} search={rangeSearch(search)} />
          ))}
          {after > 0 && <Spacer height={after} />}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

interface HeadingProps extends Omit<UsersTableProps, 'people'> {
  readonly column: Column
  readonly label: string
}

function Heading({ column, label, sort, isAscending, onSort }: HeadingProps) {
  const isSorted = sort === column
  const isText = column === 'name'
  // Names ascend by default, numbers descend; a second press reverses the order.
  const isUp = isText !== isAscending
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : 'none'}
      className={`px-1 py-1 text-xs font-medium whitespace-nowrap text-muted ${isText ? 'text-left' : 'text-right'}`}
    >
      <button
        type="button"
        onClick={() => onSort(column)}
        className={`relative rounded px-2 py-1.5 hover:text-ink ${isSorted ? 'text-ink' : ''}`}
      >
        {label}
        {isSorted && (
          <Icon
            name={isUp ? 'up' : 'down'}
            size={12}
            className={`absolute top-1/2 -translate-y-1/2 ${isText ? '-right-2' : '-left-2'}`}
          />
        )}
      </button>
    </th>
  )
}

function PersonRow({ person, search }: { person: PersonTotals; search: Search }) {
  return (
    <tr className="border-b border-line last:border-0 hover:bg-hover" style={{ height: rowHeight }}>
      {columns.map(([column]) =>
        column === 'name' ? (
          <th key={column} scope="row" className="max-w-72 truncate px-3 text-left font-normal">
            <Link
              to="/analytics/users/$userId"
              params={{ userId: person.id } as never}
              search={search as never}
              className="font-medium hover:underline"
            >
              {nameOfPerson(person)}
            </Link>
          </th>
        ) : (
          <td key={column} className="tabular px-3 text-right">
            {exact(person[column])}
          </td>
        ),
      )}
      <td className="px-3">
        <Sparkline values={person.tokensByDay} width={88} height={20} />
      </td>
    </tr>
  )
}

function Spacer({ height }: { height: number }) {
  return (
    <tr>
      <td colSpan={columns.length + 1} style={{ height, padding: 0 }} />
    </tr>
  )
}
