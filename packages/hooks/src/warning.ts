/** A fault that keeps hooks from working as intended. It is reported and never stops the agent. */
export interface Warning {
  /**
   * `broken`: no hook of the file runs. `faulty`: one does not run as intended. `foreign`: it is for another agent, and
   * nothing is wrong with it. `untrusted`: no hook of the file runs because the user has not allowed it.
   */
  readonly kind: 'broken' | 'faulty' | 'foreign' | 'untrusted'
  readonly file?: string | undefined
  /** Counted from 1. */
  readonly line?: number | undefined
  /** A sentence. */
  readonly message: string
  /** What to do about it, as a sentence. */
  readonly fix: string
  /** Identifies the warned state: a session sees each warning once. */
  readonly subject?: string | undefined
}

/** In the form that editors and terminals turn into a link: `file:line: message fix`. */
export function warningText({ file, line, message, fix }: Warning): string {
  const place = file === undefined ? '' : line === undefined ? `${file}: ` : `${file}:${line}: `
  // A path may contain any character, even control sequences for the terminal.
  return `${place}${message} ${fix}`.replace(/\p{Cc}/gu, '?')
}
