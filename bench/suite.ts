import type { Options } from './options.ts'

/** One set of measurements, as `npm run bench -- <name>` runs it. */
export interface Suite {
  /** One line for `--help`. */
  readonly summary: string
  /** Loaded only when it is asked for, so that a suite does not pay for the imports of the others. */
  load(): Promise<{ run(options: Options): Promise<void> }>
}
