import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type LabelledVerdict = 'passes' | 'fails' | 'absent'

export interface VerdictLabel {
  readonly verdict: LabelledVerdict
  /** Paths, or beginnings of paths, of which the rationale must name one; without them every evidence is right. */
  readonly evidence?: readonly string[]
  readonly because: string
  /** Two people who know the project could disagree. */
  readonly doubtful?: boolean
}

/** What a person found in a repository, before the evaluator was asked. */
export interface Label {
  readonly repository: string
  readonly commit: string
  /** Nothing was tuned on it. */
  readonly heldBack: boolean
  /**
   * `fifth` knew the evaluator; all others who are named read only the documentation.
   * Absent for the person who wrote it.
   */
  readonly labeller?: string
  /** From 0 to 10: how well the repository is kept, for agents and for people. Not judged where only kinds are. */
  readonly quality?: number
  /** By directory, `.` for the root. A doubtful one may be there or not. */
  readonly applications: Readonly<Record<string, { readonly kind: string; readonly doubtful?: boolean }>>
  readonly verdicts: Readonly<Record<string, VerdictLabel>>
}

/** Whole labels, and below `kinds` those that tell only what the applications are. */
export function readLabels(): Label[] {
  return [...readFrom('labels'), ...readFrom('kinds').map((label) => ({ ...label, verdicts: {} }))]
}

function readFrom(folder: string): Label[] {
  const directory = join(import.meta.dirname, folder)
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')) as Label)
}

/** The folder of a clone below the given directory: `owner+name`. */
export function folderOf({ repository }: Label): string {
  return new URL(repository).pathname.slice(1).replace('/', '+')
}
