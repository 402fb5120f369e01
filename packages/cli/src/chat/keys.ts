import { emitKeypressEvents } from 'node:readline'

/** Typed or pasted text, or a named key. */
export type Key = { readonly text: string; readonly isPasted: boolean } | { readonly name: string }

interface Keypress {
  readonly name?: string
  readonly sequence?: string
  readonly ctrl?: boolean
  readonly meta?: boolean
}

/** Reads the keys of a terminal in raw mode. Returns a function that stops reading. */
export function readKeys(input: NodeJS.ReadStream, onKey: (key: Key) => void): () => void {
  let pasted: string | undefined
  const listener = (text: string | undefined, { name, sequence, ctrl, meta }: Keypress) => {
    if (name === 'paste-start') pasted = ''
    else if (name === 'paste-end') {
      const whole = pasted ?? ''
      pasted = undefined
      // Terminals send a carriage return for line breaks in pasted text.
      onKey({ text: whole.replace(/\r\n?/g, '\n'), isPasted: true })
    } else if (pasted !== undefined) pasted += sequence ?? text ?? ''
    else if (ctrl || meta || name === undefined || text === undefined || isControl(text)) {
      if (name === undefined && text !== undefined && !isControl(text)) onKey({ text, isPasted: false })
      else if (name !== undefined) onKey({ name: `${ctrl ? 'ctrl-' : ''}${meta ? 'alt-' : ''}${name}` })
    } else onKey({ text, isPasted: false })
  }
  emitKeypressEvents(input)
  input.on('keypress', listener)
  return () => input.off('keypress', listener)
}

function isControl(text: string): boolean {
  return /^\p{Cc}/u.test(text)
}
