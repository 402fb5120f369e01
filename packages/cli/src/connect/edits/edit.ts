/** A change to one of an agent's files, which can be taken back. Other settings in the file stay as they are. */
export interface Edit {
  readonly path: string
  /** The file's text with the settings in it. Applying twice is the same as once. */
  apply(text: string | undefined): string
  /**
   * The file's text without the settings, and with what `before` had in their place. Whatever else was changed in the
   * meantime stays. Undefined if the file is needed no more.
   */
  revert(text: string, before: string | undefined): string | undefined
}
