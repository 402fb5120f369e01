import { useState } from 'react'
import { Icon } from './icon.tsx'

const shownMs = 2000

/** Copies a text, and confirms it for a moment. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isDone, setDone] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setDone(true)
    setTimeout(() => setDone(false), shownMs)
  }
  return (
    <button
      type="button"
      aria-label={isDone ? 'Copied' : label}
      title={isDone ? 'Copied' : label}
      onClick={() => void copy()}
      className="inline-flex size-6 items-center justify-center rounded text-muted hover:bg-hover hover:text-ink"
    >
      <Icon name={isDone ? 'check' : 'copy'} size={13} />
    </button>
  )
}
