/** A reversible change to one of an agent's files. Other settings in the file stay. */
export interface Edit {
  readonly path: string
  /** The file's text with the settings. Idempotent. */
  apply(text: string | undefined): string
  /**
   * The file's text without the settings, with the values that `before` had. Other changes since then stay. Undefined
   * if the file is no longer needed.
   */
  revert(text: string, before: string | undefined): string | undefined
}
