/** A package that a manifest asks for. */
export interface Dependency {
  /** In lower case. */
  readonly name: string
  readonly path: string
  readonly line: number
  /** Needed to work on the application, not to run it. */
  readonly isDevelopment: boolean
  /** It is another part of the same repository, whatever it is called. */
  readonly isOwn?: true
}
