interface Part {
  readonly text: string
  /** Only set for code, possibly empty. */
  readonly language?: string
}

const fence = /^```([^\n`]*)\n([\s\S]*?)\n?^```[ \t]*$/gm

/** Splits a text at its fenced code blocks. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const { index, 0: whole, 1: language = '', 2: code = '' } of text.matchAll(fence)) {
    parts.push({ text: text.slice(end, index).trim() }, { text: code, language })
    end = index + whole.length
  }
  parts.push({ text: text.slice(end).trim() })
  return parts.filter((part) => part.text !== '' || part.language !== undefined)
}
