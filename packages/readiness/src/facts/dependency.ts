/** A package that a manifest asks for. */
export interface Dependency {
  /** In lower case. */
  readonly name: string
  readonly path: string
  readonly line: number
  /** Needed to work on the application, not to run it. */
  readonly isDevelopment: boolean
  /** Builds of the Java machine name a package with its group or without it; the other ways to say it. */
  readonly alsoCalled?: readonly string[]
  /** The modules below get it, too. */
  readonly isForModules?: true
  /** It is another part of the same repository, whatever it is called. */
  readonly isOwn?: true
}

/** Whether a dependency has one of these names, in whatever way its build spells it. */
export function isCalled({ name, alsoCalled }: Pick<Dependency, 'name' | 'alsoCalled'>, names: RegExp): boolean {
  return names.test(name) || (alsoCalled?.some((each) => names.test(each)) ?? false)
}
