/** A package that a manifest asks for. */
export interface Dependency {
  /** In lower case. */
  readonly name: string
  readonly path: string
  readonly line: number
}
