import { levels } from '@muster/contract/readiness/criterion'
import { type Comparison, isRegression } from '@muster/readiness/baseline'
import { exitCodes, Failure, usage } from '../command-line/failure.ts'

/** A level by its number or its name. */
export function parseLevel(text: string): number {
  const found = levels.find(({ level, name }) => text === String(level) || text.toLowerCase() === name.toLowerCase())
  if (!found)
    throw usage(`--fail-under takes a level: ${levels.map(({ level, name }) => `${level} (${name})`).join(', ')}.`)
  return found.level
}

/** Throws if the repository is not good enough, so that CI fails. */
export function assertGates(level: number, least: number | undefined, comparison: Comparison | undefined): void {
  if (least !== undefined && level < least) {
    throw new Failure(
      `The repository is at level ${level}; --fail-under asks for ${least}.`,
      exitCodes.belowLevel,
      'The next steps above raise it soonest.',
    )
  }
  if (comparison && isRegression(comparison)) {
    const { levelBefore, levelNow, worse } = comparison
    const what =
      worse.length > 0
        ? `Worse than the baseline: ${worse.join(', ')}.`
        : `The level fell from ${levelBefore} to ${levelNow}.`
    throw new Failure(what, exitCodes.regressed, 'Mend it, or write a new baseline with `muster readiness --json`.')
  }
}
