import { type ComponentType, createElement } from 'react'
import { hasNewVersion, tellNewVersion } from './new-version.ts'
import type { Page } from './page.ts'

/** The code of a page could not be fetched. */
export class PageNotLoaded extends Error {
  override readonly name = 'PageNotLoaded'
}

/**
 * A page whose code is loaded when it is first shown. If that fails, the application stays as it is, with everything
 * that was typed, and the page can be tried again: the router's own loader would reload the document, which offline is lost.
 */
export function lazyPage(load: Page['load']) {
  let page: ComponentType | undefined
  const preload = async () => {
    if (page) return
    try {
      page = (await load()).Page
    } catch (cause) {
      // After an upgrade the files of the old version are gone.
      if (await hasNewVersion()) tellNewVersion()
      throw new PageNotLoaded('Its code could not be fetched.', { cause })
    }
  }
  // The router loads it before it shows it.
  return Object.assign(() => page && createElement(page), { preload })
}

/** Fetches the code of pages while nothing else happens, so that they open at once, and offline, too. */
export function prefetch(pages: readonly Page[]): () => void {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } }
  const left = connection?.saveData ? [] : [...pages]
  let isOver = false
  const next = () => {
    const page = left.shift()
    if (page && !isOver) void page.load().then(whenIdle, () => {})
  }
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(next) : setTimeout(next, 50))
  whenIdle()
  return () => {
    isOver = true
  }
}
