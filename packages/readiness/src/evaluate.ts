import type { EvaluateOptions, Evaluation } from './evaluate-opened.ts'
import { askGit } from './repository/ask-git.ts'
import type { HostingFacts } from './repository/hosting-facts.ts'

interface EvaluatePathOptions extends EvaluateOptions {
  readonly hosting?: HostingFacts
  readonly onProgress?: (step: string) => void
}

/** Evaluates the repository that holds a path, from its files and history alone. Nothing of it is run. */
export async function evaluate(path: string, options: EvaluatePathOptions): Promise<Evaluation> {
  options.onProgress?.('Reading the repository')
  const asked = await askGit(path)
  // While git looks through the tree, what reads and judges its files is loaded.
  const { openAsked } = await import('./repository/open-repository.ts')
  const { evaluateOpened } = await import('./evaluate-opened.ts')
  const opened = await openAsked(asked, options.hosting)
  options.onProgress?.(`Judging ${opened.repository.paths.length.toLocaleString('en-US')} files`)
  return evaluateOpened(opened, options)
}
