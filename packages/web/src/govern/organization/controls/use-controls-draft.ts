import type { ControlChange } from '@muster/contract/controls'
import { useState } from 'react'

/** A change in progress: the revision that the person saw, and the new settings. */
export interface Draft {
  readonly base: ControlChange
  readonly settings: Readonly<Record<string, unknown>>
}

/** What was typed stays while the application is open. */
const drafts = new Map<string, Draft>()

/** It also outlives a reload of the tab, but for models of one's own: these have keys, which are written down nowhere. */
export function useControlsDraft(userId: string): [Draft | undefined, (draft: Draft | undefined) => void] {
  const key = `muster-controls-${userId}`
  const [draft, setDraft] = useState(() => drafts.get(userId) ?? read(key))
  const change = (next: Draft | undefined) => {
    setDraft(next)
    if (next) drafts.set(userId, next)
    else drafts.delete(userId)
    write(key, next && { ...next, settings: { ...next.settings, customModels: next.base.settings.customModels } })
  }
  return [draft, change]
}

function read(key: string): Draft | undefined {
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? undefined : (JSON.parse(text) as Draft)
  } catch {
    return undefined
  }
}

function write(key: string, draft: Draft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft))
    else sessionStorage.removeItem(key)
  } catch {
    // The browser's storage is full; the draft is still on the page.
  }
}
