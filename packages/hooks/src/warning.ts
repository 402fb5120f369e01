/** Something that keeps hooks from working as their author meant. It is told and never stops the agent. */
export interface Warning {
  /**
   * `broken`: no hook of the file runs. `faulty`: one does not run as meant. `foreign`: it is for another agent, and
   * nothing is wrong with it. `untrusted`: no hook of the file runs because nobody has said that it may.
   */
  readonly kind: 'broken' | 'faulty' | 'foreign' | 'untrusted'
  readonly file?: string | undefined
  /** From 1 on. */
  readonly line?: number | undefined
  /** A sentence. */
  readonly message: string
  /** What to do about it, as a sentence. */
  readonly fix: string
  /** What the warning is about, as it is now: a session that was told of it need not be told again. */
  readonly subject?: string | undefined
}

/** In the form that editors and terminals make a link of: `file:line: message fix`. */
export function warningText({ file, line, message, fix }: Warning): string {
  const place = file === undefined ? '' : line === undefined ? `${file}: ` : `${file}:${line}: `
  // A path can hold anything, also what would write over the screen.
  return `${place}${message} ${fix}`.replace(/\p{Cc}/gu, '?')
}
