import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, zstdDecompressSync } from 'node:zlib'

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

/** A window as large as all labels, which is what makes the file small. */
const windowLog = 25

/** Those of the smoke set, in clear text; and all others, one a line. A label without verdicts tells only what the applications are. */
export function readLabels({ smokeAlone = false } = {}): Label[] {
  const folder = join(import.meta.dirname, 'smoke')
  const smoke = readdirSync(folder)
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Label)
  return smokeAlone ? smoke : [...smoke, ...readArchive()]
}

function readArchive(): Label[] {
  const packed = readFileSync(join(import.meta.dirname, 'labels.jsonl.zst'))
  const text = zstdDecompressSync(packed, { params: { [constants.ZSTD_d_windowLogMax]: windowLog } }).toString()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Label)
}

/** The folder of a clone below the given directory: `owner+name`. */
export function folderOf({ repository }: Label): string {
  return new URL(repository).pathname.slice(1).replace('/', '+')
}
