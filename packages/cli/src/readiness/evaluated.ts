import { setFlagsFromString } from 'node:v8'
import { WrongConfiguration } from '@muster/readiness/configuration'
import { evaluate } from '@muster/readiness/evaluate'
import type { Evaluation } from '@muster/readiness/evaluate-opened'
import { NoRepository } from '@muster/readiness/repository/ask-git'
import type { HostingFacts } from '@muster/readiness/repository/hosting-facts'
import { usage } from '../command-line/failure.ts'
import { version } from '../own-files.ts'
import { createProgress } from '../terminal/progress.ts'

interface EvaluatedOptions {
  readonly hosting?: HostingFacts | undefined
  readonly repoUrl?: string | undefined
}

/** Evaluates the repository that contains a path, and shows the progress on the terminal. */
export async function evaluated(path: string, { hosting, repoUrl }: EvaluatedOptions = {}): Promise<Evaluation> {
  const progress = createProgress(process.stderr)
  // Parallel garbage collection takes more time in total than one thread, even with an idle core.
  setFlagsFromString('--no-parallel-scavenge')
  try {
    return await evaluate(path, {
      version,
      // If the progress is not shown, the code for number formats need not be loaded.
      ...(process.stderr.isTTY && { onProgress: progress.tell }),
      ...(hosting && { hosting }),
      ...(repoUrl !== undefined && { repoUrl }),
    })
  } catch (error) {
    if (error instanceof NoRepository) throw usage(error.message)
    if (error instanceof WrongConfiguration) throw usage(error.message, 'Correct the file and try again.')
    throw error
  } finally {
    progress.clear()
  }
}
