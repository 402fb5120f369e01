import { at, entriesOf } from '../../repository/json-path.ts'
import { type Setting, setsAt } from './setting.ts'

const places = ['', '.github/', 'dev/'].flatMap((place) =>
  ['codecov.yml', '.codecov.yml', 'codecov.yaml', '.codecov.yaml'].map((name) => place + name),
)

/** A status of Codecov by which a change can fail: not as information only, and not with any loss allowed. */
export const codecovStatus: Setting = (repository) => {
  for (const path of places) {
    if (!repository.has(path)) continue
    const status = at(repository.data(path).value, 'coverage', 'status')
    const rules = ['project', 'patch', 'changes'].flatMap((kind) => entriesOf(at(status, kind)).map(([, rule]) => rule))
    // Each flag may have statuses, of which the default rules tell for all.
    const flags = at(repository.data(path).value, 'flag_management')
    const ofFlags = [at(flags, 'default_rules'), ...[at(flags, 'individual_flags') ?? []].flat()].flatMap(
      (each) => at(each, 'statuses') ?? [],
    )
    if ([...rules, ...ofFlags].some(canFail)) return setsAt(repository, path, 'status', 'a status that can fail')
  }
  return undefined
}

function canFail(rule: unknown): boolean {
  const target = at(rule, 'target')
  const threshold = at(rule, 'threshold')
  if (at(rule, 'informational') === true || Number.parseFloat(String(threshold)) >= 100) return false
  return target !== undefined || threshold !== undefined
}
