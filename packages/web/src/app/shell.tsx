import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useLiveSessions } from '../run/sessions/live/use-live-sessions.ts'
import { IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Logo } from '../ui/logo.tsx'
import { prefetch } from './lazy-page.tsx'
import { useMe } from './me.ts'
import { Menu } from './menu.tsx'
import { MyPagesContext } from './my-pages.ts'
import { watchForNewVersion } from './new-version.ts'
import { NewVersionNote } from './new-version-note.tsx'
import { OfflineNote } from './offline-note.tsx'
import { menuPagesOf, pageAt, pages, sectionOf } from './pages.ts'
import { Palette } from './palette.tsx'
import { Refusal } from './refusal.tsx'
import { SectionTabs } from './section-tabs.tsx'
import { ShortcutSheet } from './shortcut-sheet.tsx'
import { useShortcuts } from './shortcuts.ts'
import { SignInAgain } from './sign-in-again.tsx'
import { useTitle } from './title.ts'

/** The frame of every page: the menu, the palette, and the sheet of shortcuts. */
export function Shell() {
  const me = useMe()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [opened, setOpened] = useState<'palette' | 'shortcuts' | undefined>()
  const page = pageAt(path)
  const myPages = useMemo(() => menuPagesOf(me.user.role), [me.user.role])
  const tabs = sectionOf(page, myPages)
  const mayNot = page && !page.roles.includes(me.user.role)
  useTitle(page?.title ?? 'Muster')
  useShortcuts(setOpened)
  useEffect(() => prefetch(pages.filter(({ roles }) => roles.includes(me.user.role))), [me.user.role])
  useEffect(watchForNewVersion, [])
  useLiveSessions(me.user.id, me.user.role !== 'guest')
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a narrow screen the menu closes when the page changes.
  useEffect(() => setMenuOpen(false), [path])

  return (
    <div data-frame className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-raised focus:px-3 focus:py-2 focus:shadow-pop"
      >
        To the page
      </a>
      <aside className="sticky top-0 hidden h-dvh border-r border-line bg-surface lg:block">
        <Menu me={me} onSearch={() => setOpened('palette')} />
      </aside>
      <header
        data-not-printed
        className="sticky top-0 z-20 flex h-12 items-center gap-1 border-b border-line bg-surface px-2 lg:hidden"
      >
        <IconButton label="Open the menu" icon="menu" onClick={() => setMenuOpen(true)} />
        <Logo />
        <span className="flex-1" />
        <IconButton label="Search" icon="search" onClick={() => setOpened('palette')} />
      </header>
      <Dialog title="Menu" isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} side="left">
        <Menu me={me} onSearch={() => setOpened('palette')} />
      </Dialog>
      <div className="min-w-0">
        <OfflineNote />
        <NewVersionNote />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-[96rem] min-w-0 px-4 py-5 outline-none sm:px-6 lg:px-8 lg:py-7"
        >
          {mayNot ? (
            <Refusal page={page} role={me.user.role} />
          ) : (
            <MyPagesContext value={myPages}>
              {page && tabs.length > 0 && <SectionTabs pages={tabs} here={page} />}
              <Outlet />
            </MyPagesContext>
          )}
        </main>
      </div>
      <Palette isOpen={opened === 'palette'} onClose={() => setOpened(undefined)} role={me.user.role} />
      <ShortcutSheet isOpen={opened === 'shortcuts'} onClose={() => setOpened(undefined)} role={me.user.role} />
      <SignInAgain email={me.user.email} />
    </div>
  )
}
