import type { Subject } from '../judge/special/special.ts'
import type { ChosenLicense } from './license.ts'

/** A file to write: a new one, or one that gets more lines. */
export interface Draft {
  readonly path: string
  readonly text: string
}

/** What is known from elsewhere than the files. */
export interface Known {
  /** Who changed the repository most in the last commits, as CODEOWNERS names them. */
  readonly owners: readonly string[]
  /** Absent as long as nobody chose one. */
  readonly license?: ChosenLicense
}

export interface FixContext extends Subject, Known {}

/** In the order in which they are run. */
export interface Commands {
  readonly install?: string
  readonly build?: string
  readonly types?: string
  readonly lint?: string
  readonly format?: string
  readonly test?: string
}

/** A program that makes a file which cannot be written by hand. It is only run when a person agrees. */
export interface Program {
  readonly command: readonly string[]
  /** `''` is the root. */
  readonly directory: string
  readonly makes: string
}

/** What would meet a criterion, derived from the repository; `undefined` if that is unknown. */
export type Fix = (context: FixContext) => readonly Draft[] | undefined

/** A new file. An existing file is never overwritten. */
export function newFile(path: string, text: (context: FixContext) => string | undefined): Fix {
  return (context) => {
    if (context.repository.has(path)) return undefined
    const written = text(context)
    return written === undefined ? undefined : [{ path, text: written }]
  }
}

/** More lines at the end of a file, or a new file with them. */
export function appended({ repository }: FixContext, path: string, lines: readonly string[]): Draft[] {
  return [{ path, text: withMore(repository.text(path) ?? '', lines) }]
}

/** A text with more lines at its end. */
export function withMore(text: string, lines: readonly string[]): string {
  const separator = text === '' || text.endsWith('\n') ? '' : '\n'
  return `${text}${separator}${lines.join('\n')}\n`
}
