import type { Automation } from './automation.ts'

interface Command {
  /** A word that every match holds. */
  readonly word: string | undefined
  readonly pattern: RegExp
}

/** Commands of a list, separated by commas; see `Clues.runs`. */
export function commandsOf(list: string): Command[] {
  return list
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
    .map(toCommand)
}

const between = String.raw`(?:[ \t"',\]\[]+-[^\s;&|]+)*[ \t"',\]\[]+`

function toCommand(text: string): Command {
  const words = text.split(/\s+/)
  const [first = ''] = words
  const source = words
    .map((word, index) => {
      if (word === '..') return ''
      const own = word.split('|').map(wordSource).join('|')
      const before = index === 0 ? '' : words[index - 1] === '..' ? String.raw`[^\n;&|]*?[ \t"',\]\[]` : between
      return `${before}(?:${own})`
    })
    .join('')
  const literal = /^[A-Za-z_@][\w-]*$/.exec(first)?.[0]
  return {
    word: literal,
    pattern: new RegExp(`(?<![\\w.@-]|==)${source}(?![\\w-]|\\.[a-z]|==|["']?\\s*:(?!\\s*\\S*[ "']))`, 'm'),
  }
}

function wordSource(word: string): string {
  return word.replace(/[.+^$()[\]{}\\?]/g, '\\$&').replaceAll('*', String.raw`[^\s"';&|]*`)
}

/** Where a file runs one of these commands. */
export function runOf(file: Automation, commands: readonly Command[]): number | undefined {
  for (const { word, pattern } of commands) {
    if (word !== undefined && !file.words.has(word)) continue
    const found = pattern.exec(file.text)
    if (found) return found.index
  }
  return undefined
}
