import type { QueryClient } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { SignInPage } from '../govern/sign-in/page.tsx'
import { PageFailed, PageLoading, PageMissing } from './fallbacks.tsx'
import { lazyPage } from './lazy-page.tsx'
import { meQuery } from './me.ts'
import { pages } from './pages.ts'
import { parseSearch, stringifySearch } from './search.ts'
import { isSignedIn } from './session.ts'
import { Shell } from './shell.tsx'

/** One route for each row of the table of pages, and the sign-in page. */
export function createAppRouter(queryClient: QueryClient) {
  const root = createRootRoute({ component: Outlet, notFoundComponent: PageMissing })
  const start = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: isSignedIn() ? '/overview' : '/sign-in', replace: true })
    },
  })
  const signIn = createRoute({ getParentRoute: () => root, path: '/sign-in', component: SignInPage })
  const shell = createRoute({
    getParentRoute: () => root,
    id: 'shell',
    component: Shell,
    beforeLoad: ({ location }) => {
      if (isSignedIn()) return
      const next = location.pathname + location.searchStr
      throw redirect({ to: '/sign-in', search: (next === '/overview' ? {} : { next }) as never, replace: true })
    },
    loader: () => queryClient.ensureQueryData(meQuery),
  })
  // Pages that do not exist keep the menu of those who are signed in.
  const missing = createRoute({ getParentRoute: () => shell, path: '$', component: PageMissing })
  const children = pages.map(({ path, load }) =>
    createRoute({ getParentRoute: () => shell, path, component: lazyPage(load) }),
  )
  return createRouter({
    routeTree: root.addChildren([start, signIn, shell.addChildren([...children, missing])]),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingComponent: PageLoading,
    defaultPendingMs: 200,
    defaultErrorComponent: PageFailed,
    scrollRestoration: true,
  })
}
