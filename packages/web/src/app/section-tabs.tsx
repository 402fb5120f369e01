import { Link, useSearch } from '@tanstack/react-router'
import type { Page } from './page.ts'
import { rangeSearch, type Search } from './search.ts'

/** The pages of a section, beside each other. Those about days keep the range. */
export function SectionTabs({ pages, here }: { pages: readonly Page[]; here: Page }) {
  const search = useSearch({ strict: false }) as Search
  return (
    <nav aria-label={`Pages of ${here.menu?.section}`} className="-mt-2 mb-5 overflow-x-auto border-b border-line">
      <ul className="flex gap-1">
        {pages.map((page) => (
          <li key={page.path}>
            <Link
              to={page.path}
              search={(page.hasRange ? rangeSearch(search) : {}) as never}
              aria-current={page === here ? 'page' : undefined}
              activeProps={{}}
              className={`-mb-px flex h-9 items-center border-b-2 px-3 text-[13px] whitespace-nowrap ${page === here ? 'border-accent font-medium text-ink' : 'border-transparent text-muted hover:text-ink'}`}
            >
              {page.menu?.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
