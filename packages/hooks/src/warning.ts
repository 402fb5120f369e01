/** Something that keeps hooks from working as their author meant. It is told and never stops the agent. */
export interface Warning {
  /**
   * `broken`: no hook of the file runs. `faulty`: one does not run as meant. `foreign`: it is for another agent, and
   * nothing is wrong with it.
   */
  readonly kind: 'broken' | 'faulty' | 'foreign'
  readonly file?: string | undefined
  /** From 1 on. */
  readonly line?: number | undefined
  /** A sentence. */
  readonly message: string
  /** What to do about it, as a sentence. */
  readonly fix: string
}

/** In the form that editors and terminals make a link of: `file:line: message fix`. */
export function warningText({ file, line, message, fix }: Warning): string {
  const place = file === undefined ? '' : line === undefined ? `${file}: ` : `${file}:${line}: `
  return `${place}${message} ${fix}`
}
