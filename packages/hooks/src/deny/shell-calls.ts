/** A word of a command line, without quotes. */
export interface ShellWord {
  readonly text: string
  /** It contains text that only the shell can evaluate: a variable, a substitution, a pattern. */
  readonly isOpen: boolean
}

export type ShellCall = readonly ShellWord[]

interface ShellScript {
  /** Every command in the text, also in substitutions and brackets. */
  readonly calls: readonly ShellCall[]
  /** Heredocs and other text that commands get as input. */
  readonly documents: readonly string[]
  /** Whether all quotes and brackets are closed. */
  readonly isWhole: boolean
}

/** Parses a command line like a shell, without running anything. */
export function parseShell(text: string): ShellScript {
  const scanner = new Scanner(text)
  scanner.scanUntil(undefined)
  return { calls: scanner.calls, documents: scanner.documents, isWhole: scanner.isWhole }
}

class Scanner {
  readonly calls: ShellWord[][] = []
  readonly documents: string[] = []
  isWhole = true
  readonly #text: string
  #at = 0
  #awaited: string[] = []

  constructor(text: string) {
    this.#text = text
  }

  /** Parses commands up to the closing bracket or to the end. */
  scanUntil(closing: ')' | undefined): void {
    let words: ShellWord[] = []
    let isTarget = false
    const endCall = () => {
      if (words.length > 0) this.calls.push(words)
      words = []
      isTarget = false
    }
    while (this.#at < this.#text.length) {
      const rest = this.#text.slice(this.#at, this.#at + 3)
      const [char = ''] = rest
      if (char === ')') {
        this.#at += 1
        endCall()
        if (closing) return
      } else if (char === '(') {
        this.#at += 1
        endCall()
        this.scanUntil(')')
      } else if (/[;&|\n]/.test(char)) {
        this.#at += 1
        endCall()
        if (char === '\n') this.#readDocuments()
      } else if (/\s/.test(char)) this.#at += 1
      else if (rest.startsWith('\\\n')) this.#at += 2
      else if (char === '#') this.#at = this.#indexOf('\n')
      else if (/^[<>]\(/.test(rest)) this.#at += 1
      else if (rest.startsWith('<<') && rest !== '<<<') {
        this.#at += rest === '<<-' ? 3 : 2
        this.#awaited.push(this.#readWord().text)
      } else if (/[<>]/.test(char)) {
        this.#at += /^(?:<<<|>>|[<>]&|>\||<>)/.exec(rest)?.[0].length ?? 1
        // The digit before the operator, as in `2>`, is a file descriptor and not a word.
        if (/^\d$/.test(words.at(-1)?.text ?? '') && /\d/.test(this.#text[this.#at - 2] ?? '')) words.pop()
        isTarget = true
      } else {
        const word = this.#readWord()
        if (!isTarget) words.push(word)
        isTarget = false
      }
    }
    endCall()
    if (closing) this.isWhole = false
  }

  #readWord(): ShellWord {
    let text = ''
    let isOpen = false
    while (this.#at < this.#text.length) {
      const char = this.#text.charAt(this.#at)
      if (/[\s;&|()<>]/.test(char)) break
      this.#at += 1
      if (char === '\\') text += this.#escaped()
      else if (char === "'") text += this.#quoted()
      else if (char === '"') {
        const inner = this.#doubleQuoted()
        text += inner.text
        isOpen ||= inner.isOpen
      } else if (char === '$' || char === '`') {
        isOpen = true
        text += this.#substituted(char)
      } else {
        text += char
        isOpen ||= /[*?[{]/.test(char) && text !== '{' && text !== '['
      }
    }
    return { text, isOpen }
  }

  #doubleQuoted(): ShellWord {
    let text = ''
    let isOpen = false
    while (this.#at < this.#text.length) {
      const char = this.#text.charAt(this.#at)
      this.#at += 1
      if (char === '"') return { text, isOpen }
      if (char === '\\') text += this.#escaped()
      else if (char === '$' || char === '`') {
        isOpen = true
        text += this.#substituted(char)
      } else text += char
    }
    this.isWhole = false
    return { text, isOpen }
  }

  /** Parses a `$` or backtick expression, including the commands in it. */
  #substituted(char: string): string {
    if (char === '`') {
      const end = this.#indexOf('`')
      if (end === this.#text.length) this.isWhole = false
      this.#add(parseShell(this.#text.slice(this.#at, end)))
      this.#at = end + 1
    } else if (this.#text.charAt(this.#at) === '(') {
      this.#at += 1
      this.scanUntil(')')
    } else if (this.#text.charAt(this.#at) === "'") {
      this.#at += 1
      return this.#quoted()
    }
    return '$'
  }

  #escaped(): string {
    const char = this.#text.charAt(this.#at)
    this.#at += 1
    return char === '\n' ? '' : char
  }

  #quoted(): string {
    const end = this.#indexOf("'")
    if (end === this.#text.length) this.isWhole = false
    const text = this.#text.slice(this.#at, end)
    this.#at = end + 1
    return text
  }

  /** The heredocs of a line begin after its end. */
  #readDocuments(): void {
    for (const delimiter of this.#awaited) {
      const lines: string[] = []
      for (;;) {
        if (this.#at >= this.#text.length) break
        const end = this.#indexOf('\n')
        const line = this.#text.slice(this.#at, end)
        this.#at = end + 1
        if (line.trim() === delimiter) break
        lines.push(line)
      }
      this.documents.push(lines.join('\n'))
    }
    this.#awaited = []
  }

  #add({ calls, documents, isWhole }: ShellScript): void {
    for (const call of calls) this.calls.push([...call])
    this.documents.push(...documents)
    this.isWhole &&= isWhole
  }

  #indexOf(char: string): number {
    const found = this.#text.indexOf(char, this.#at)
    return found < 0 ? this.#text.length : found
  }
}
