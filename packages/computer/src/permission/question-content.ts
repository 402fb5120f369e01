import type { ShownContent } from '@muster/contract/permission'
import { type Loose, objectOf, textOf } from '../acp/loose.ts'
import { fitValue } from '../transcript/cap-text.ts'
import { textIn } from '../transcript/read-content.ts'

/** The maximum size of each text in a question. */
const maxTextBytes = 64 * 2 ** 10

/** The content of a tool call that people need for their decision. */
export function questionContent(shown: readonly Loose[]): ShownContent[] {
  return shown.flatMap((entry): ShownContent[] => {
    if (entry.type === 'diff') return readDiff(entry)
    const text = textIn(objectOf(entry.content))
    return text === undefined ? [] : [{ type: 'text', text: fitted(text) }]
  })
}

function readDiff({ path, newText, oldText }: Loose): ShownContent[] {
  if (typeof path !== 'string' || typeof newText !== 'string') return []
  const before = textOf(oldText)
  return [{ type: 'diff', path, newText: fitted(newText), ...(before && { oldText: fitted(before) }) }]
}

function fitted(text: string): string {
  return String(fitValue(text, maxTextBytes))
}
