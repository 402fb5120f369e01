import type { Marker } from './marker-patterns.ts'

/**
 * Where a tool shows in a repository. Lists are separated by spaces (`runs` by commas); `*` stands for anything within a
 * name or a segment of a path, `**` for any folders, `{a,b}` for a choice.
 */
export interface Clues {
  /** Files: a bare name in the folder of the application or above it; with a slash a path from the root. */
  readonly files?: string
  /** Files that match `files` and prove nothing. */
  readonly except?: string
  /** Its files may be among the tests. */
  readonly isForTests?: true
  /** Packages, as manifests name them. A plugin of a build is one, too. */
  readonly needs?: string
  /** Commands, separated by commas: words that stand beside each other but for options; `a|b` is a choice, `..` anything. */
  readonly runs?: string
  /** The same, where CI alone counts. */
  readonly ci?: string
  /** Actions, orbs, tasks, templates and images that CI uses, without versions. */
  readonly uses?: string
  /** Settings: `file:a.b.c` is there. */
  readonly keys?: string
  /** Rules of linters that are on: `linter:rule`. */
  readonly rules?: string
  /** A trace in source, by its name in `marker-patterns.ts`. */
  readonly code?: Marker
  /** A line in files that are no data; names as in `files`. Comments are left out. */
  readonly says?: readonly (readonly [files: string, line: RegExp])[]
  /** A line in pages for people. */
  readonly told?: RegExp
  /** The language does so by itself: the sentence that says it. */
  readonly builtIn?: string
}

/** A tool, or another sign, that proves criteria. */
export interface Tool extends Clues {
  readonly tool: string
  /** Ids of criteria. */
  readonly proves: string
  /** Languages; all without it. TypeScript is meant with JavaScript, Kotlin with Java. */
  readonly in?: string
  /** Only packages that are needed to run count, not those of developers. */
  readonly isLibrary?: true
}
