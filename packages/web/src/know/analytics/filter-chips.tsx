import { useSearchState } from '../../app/search.ts'
import { Icon } from '../../ui/icon.tsx'
import { type FilterKind, filtersIn, nameOfKey } from './filters.ts'

const labels: Readonly<Record<FilterKind, string>> = {
  team: 'Team',
  person: 'Person',
  repository: 'Repository',
  model: 'Model',
  agent: 'Agent',
}

/** What the page is narrowed to, each with a button that lifts it. */
export function FilterChips({ nameOfPerson }: { nameOfPerson: (id: string) => string }) {
  const [search, change] = useSearchState()
  const filters = filtersIn(search)
  if (filters.length === 0) return null
  return (
    <ul aria-label="Narrowed to" className="-mt-1 mb-4 flex flex-wrap gap-2">
      {filters.map(({ kind, name }) => (
        <li
          key={kind}
          className="inline-flex max-w-full items-center gap-1 rounded-full border border-line bg-raised pl-3 text-[13px]"
        >
          <span className="text-muted">{labels[kind]}:</span>
          <span className="min-w-0 truncate font-medium" dir="auto">
            {kind === 'person' ? nameOfPerson(name) : nameOfKey(kind, name)}
          </span>
          <button
            type="button"
            aria-label={`No longer only this ${labels[kind].toLowerCase()}`}
            onClick={() => change({ [kind]: undefined }, { isStep: true })}
            className="inline-flex size-7 items-center justify-center rounded-full text-muted hover:bg-hover hover:text-ink"
          >
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}
