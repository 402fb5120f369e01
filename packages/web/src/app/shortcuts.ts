import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { pages } from './pages.ts'
import { rangeSearch, type Search } from './search.ts'

/** How long G waits for the following letter. */
const chordMs = 1000

/** Keys that work on every page: ⌘K, `?`, `/`, and G followed by the letter of a page. */
export function useShortcuts(open: (what: 'palette' | 'shortcuts') => void): void {
  const navigate = useNavigate()
  const router = useRouter()
  useEffect(() => {
    let chordUntil = 0
    const onKeyDown = (event: KeyboardEvent) => {
      const isPalette = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)
      if (isPalette) {
        event.preventDefault()
        open('palette')
        return
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
      if (performance.now() < chordUntil) {
        chordUntil = 0
        const page = pages.find(({ menu }) => menu?.key === event.key.toLowerCase())
        if (!page) return
        event.preventDefault()
        const search = page.hasRange ? rangeSearch(router.state.location.search as Search) : {}
        void navigate({ to: page.path, search: search as never })
      } else if (event.key === 'g') chordUntil = performance.now() + chordMs
      else if (event.key === '?') open('shortcuts')
      else if (event.key === '/') focusSearch(event)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [navigate, open, router])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
      target.closest('[role=dialog]') !== null)
  )
}

/** Focuses the search field of the page, if it has one. */
function focusSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  if (!field) return
  event.preventDefault()
  field.focus()
}
