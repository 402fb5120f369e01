import { useEffect, useState } from 'react'
import { plainText } from '../../../ui/plain-text.ts'
import type { Row } from './rows.ts'

/** So much of a text is read out; the rest is in the conversation. */
const mostSpoken = 500

/** Reads out what the agent says while the conversation is open. The list itself changes as it is scrolled. */
export function Spoken({ rows, isLoaded }: { rows: readonly Row[]; isLoaded: boolean }) {
  const last = rows.findLast(({ kind }) => kind === 'text')
  const [heard, setHeard] = useState<string | undefined>()
  useEffect(() => {
    if (isLoaded) setHeard((before) => before ?? last?.key ?? '')
  }, [isLoaded, last?.key])
  const isNew = heard !== undefined && last?.kind === 'text' && last.key !== heard
  return (
    <p aria-live="polite" className="sr-only">
      {isNew && `The agent says: ${plainText(last.text.slice(0, mostSpoken))}`}
    </p>
  )
}
