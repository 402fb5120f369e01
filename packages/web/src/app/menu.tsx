import type { Me } from '@muster/contract/organization'
import { Link, useRouterState, useSearch } from '@tanstack/react-router'
import { Icon } from '../ui/icon.tsx'
import { Logo } from '../ui/logo.tsx'
import { nameOf } from '../ui/person.tsx'
import type { Page } from './page.ts'
import { menuGroups, menuPagesOf, sectionOf } from './pages.ts'
import { rangeSearch, type Search } from './search.ts'
import { ThemeSwitch } from './theme-switch.tsx'

/** The pages that this person may see, in groups. */
export function Menu({ me, onSearch }: { me: Me; onSearch: () => void }) {
  const search = useSearch({ strict: false }) as Search
  const all = menuPagesOf(me.user.role)
  // A section is one entry, which leads to its first page.
  const entryOf = (page: Page) => sectionOf(page, all)[0] ?? page
  const mine = all.filter((page) => !page.menu?.isQuiet && entryOf(page) === page)
  const address = useRouterState({ select: (state) => state.location.pathname })
  // Marks only one entry: of “Sessions” and “New session”, the longer matching path.
  const [shown] = all
    .filter(({ path }) => `${address}/`.startsWith(`${path}/`))
    .toSorted((one, other) => other.path.length - one.path.length)
  const here = shown && entryOf(shown)
  return (
    <div className="flex h-full flex-col">
      <div className="flex h-14 shrink-0 items-center gap-2 px-4">
        <Logo />
      </div>
      <div className="px-3 pb-2">
        <button
          type="button"
          onClick={onSearch}
          className="flex h-8 w-full items-center gap-2 rounded-md border border-line bg-sunken px-2.5 text-[13px] text-muted transition-colors hover:border-line-strong"
        >
          <Icon name="search" size={14} />
          <span className="flex-1 text-left">Search</span>
          <kbd className="font-sans text-2xs text-muted">⌘K</kbd>
        </button>
      </div>
      <nav aria-label="Pages" className="min-h-0 flex-1 overflow-y-auto px-3 py-1">
        {menuGroups.map(([group, label]) => {
          const rows = mine.filter(({ menu }) => menu?.group === group)
          if (rows.length === 0) return null
          return (
            <div key={group} className="mb-3">
              {label && <p className="px-2 pt-1 pb-1 text-2xs font-medium text-faint">{label}</p>}
              <ul>
                {rows.map((page) => (
                  <li key={page.path}>
                    <MenuLink
                      page={page}
                      label={sectionOf(page, all).length > 0 ? page.menu?.section : page.menu?.label}
                      isHere={page === here}
                      search={page.hasRange ? rangeSearch(search) : {}}
                    />
                  </li>
                ))}
              </ul>
            </div>
          )
        })}
      </nav>
      <div className="flex items-center gap-2 border-t border-line px-4 py-3">
        <div className="min-w-0 flex-1">
          <p className="truncate text-[13px] font-medium">{nameOf(me.user)}</p>
          <p className="truncate text-xs text-muted">
            {me.organization.name} · {me.user.role}
          </p>
        </div>
        <ThemeSwitch />
      </div>
    </div>
  )
}

interface MenuLinkProps {
  readonly page: Page
  readonly label: string | undefined
  readonly isHere: boolean
  readonly search: Search
}

function MenuLink({ page, label, isHere, search }: MenuLinkProps) {
  const { menu, path } = page
  if (!menu) return null
  return (
    <Link
      to={path}
      search={search as never}
      aria-current={isHere ? 'page' : undefined}
      title={menu.key && `G then ${menu.key.toUpperCase()}`}
      className={`flex h-8 items-center gap-2.5 rounded-md px-2 text-[13px] transition-colors ${isHere ? 'bg-accent-soft font-medium text-accent' : 'text-muted hover:bg-hover hover:text-ink'}`}
      activeProps={{}}
    >
      <Icon name={menu.icon} />
      <span className="truncate">{label}</span>
    </Link>
  )
}
