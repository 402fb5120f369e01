import { useState } from 'react'

/** What somebody types, kept until it is sent, also when the page is left or the browser is closed. */
export function useDraft(name: string): [string, (text: string) => void] {
  const key = `muster-draft-${name}`
  const [text, setText] = useState(() => localStorage.getItem(key) ?? '')
  const change = (next: string) => {
    setText(next)
    try {
      if (next === '') localStorage.removeItem(key)
      else localStorage.setItem(key, next)
    } catch {
      // The browser keeps no more; what is typed is still on the page.
    }
  }
  return [text, change]
}
