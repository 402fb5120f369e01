import { useState } from 'react'

/** Drafts of what may hold a secret, such as the address of a webhook: they are gone with the page. */
const inMemory = new Map<string, string>()

/** The text that a person types, kept until it is sent: in the browser even if that is closed, or only in memory. */
export function useDraft(name: string, place: 'browser' | 'memory' = 'browser'): [string, (text: string) => void] {
  const key = `muster-draft-${name}`
  const [text, setText] = useState(() => (place === 'memory' ? inMemory.get(key) : localStorage.getItem(key)) ?? '')
  const change = (next: string) => {
    setText(next)
    if (place === 'memory') {
      inMemory.set(key, next)
      return
    }
    try {
      if (next === '') localStorage.removeItem(key)
      else localStorage.setItem(key, next)
    } catch {
      // The browser's storage is full; the text is still on the page.
    }
  }
  return [text, change]
}
