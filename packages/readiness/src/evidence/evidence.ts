import type { Application } from '../applications/application.ts'
import { upwards } from '../applications/places.ts'
import type { Repository } from '../repository/create-repository.ts'
import type { Setting } from '../settings/setting.ts'
import { type Found, ofDifferentFiles } from './finding.ts'
import type { Marker } from './markers.ts'
import { createTraces, firstOf, type Traces } from './traces.ts'

/** What may show that a criterion is met. */
export interface Clues {
  /** The name of a package that the application or one of its parts needs to run. */
  readonly library?: RegExp
  /** The name of a dependency, also of one that is only for development or declared above for all. */
  readonly dependency?: RegExp
  /** The name of a file beside the application, or in a directory above it. */
  readonly near?: RegExp
  /** The path of a file of the application or of none, from the root. */
  readonly below?: RegExp
  /** Something that CI, a hook, a build file or a script runs. */
  readonly task?: RegExp
  /** Something that CI runs. */
  readonly ci?: RegExp
  /** Something that CI runs itself, or through a script, a target or a task. */
  readonly started?: RegExp
  /** A line in a file beside the application or above it. */
  readonly line?: readonly (readonly [names: RegExp, line: RegExp])[]
  /** A line in a file of the application or of none, by its path from the root. */
  readonly file?: readonly (readonly [paths: RegExp, line: RegExp])[]
  /** What the settings of tools switch on, read as data. */
  readonly setting?: readonly Setting[]
  readonly marker?: Marker
}

export interface Evidence extends Traces {
  /** The clues that are there, of different files, for an application or, without one, for the repository. */
  any(clues: Clues, app?: Application): Found | undefined
  /** The same evidence, with settings read through another view of the repository. */
  readThrough(view: Repository): Evidence
}

export function createEvidence(repository: Repository, applications: readonly Application[]): Evidence {
  return withSettings(createTraces(repository, applications), repository)
}

function withSettings(traces: Traces, view: Repository): Evidence {
  return {
    ...traces,
    readThrough: (other) => withSettings(traces, other),
    any: (clues, app) => ofDifferentFiles(looksFor(traces, view, clues, app)),
  }
}

/** Where clues are looked for, the most telling first: the settings of a tool prove more than its presence. */
function looksFor(traces: Traces, view: Repository, clues: Clues, app?: Application) {
  return [
    () => firstOf(clues.setting ?? [], (setting) => setting(view, upwards(app?.directory ?? ''))),
    () => clues.near && traces.near(clues.near, app),
    () => firstOf(clues.line ?? [], ([names, line]) => traces.line(names, line, app)),
    () => firstOf(clues.file ?? [], ([paths, line]) => traces.lineBelow(paths, line, app)),
    () => clues.library && traces.library(clues.library, app),
    () => clues.dependency && traces.dependency(clues.dependency, app),
    () => clues.below && traces.below(clues.below, app),
    () => clues.ci && traces.ci(clues.ci),
    () => clues.started && traces.startedByCi(clues.started),
    () => clues.task && traces.task(clues.task, app),
    () => clues.marker && traces.marker(clues.marker, app),
  ]
}
