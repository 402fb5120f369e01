import { useState } from 'react'

/** The text that a person types, stored until it is sent, even if the page or the browser is closed. */
export function useDraft(name: string): [string, (text: string) => void] {
  const key = `muster-draft-${name}`
  const [text, setText] = useState(() => localStorage.getItem(key) ?? '')
  const change = (next: string) => {
    setText(next)
    try {
      if (next === '') localStorage.removeItem(key)
      else localStorage.setItem(key, next)
    } catch {
      // The browser's storage is full; the text is still on the page.
    }
  }
  return [text, change]
}
