import type { Repository } from '../repository/create-repository.ts'
import { checkstyle } from './settings/checkstyle.ts'
import { cognitiveComplexity } from './settings/clippy.ts'
import { codecovStatus } from './settings/codecov.ts'
import { credo } from './settings/credo.ts'
import { flake8 } from './settings/flake8.ts'
import { depguard, golangci, reviveRule } from './settings/golangci.ts'
import { pmd } from './settings/pmd.ts'
import { pylint } from './settings/pylint.ts'
import { strictPython } from './settings/python-types.ts'
import { rubocop, rubocopNamed } from './settings/rubocop.ts'
import { ruff } from './settings/ruff.ts'
import { biomeRule, eslintRule, eslintUnused, oxlintUnused, unicornRecommended } from './settings/script-rules.ts'
import type { Setting } from './settings/setting.ts'
import { swiftlint } from './settings/swiftlint.ts'
import { compilerOption } from './settings/tsconfig.ts'
import { xoRule } from './settings/xo.ts'

const expression = (name: string) =>
  new RegExp(name.replace(/[.+^$()|\\/]/g, '\\$&').replaceAll('*', String.raw`[\w/-]*`))
const whole = (name: string) => new RegExp(`^${expression(name).source}$`)

/** Only paths inside the project count: forbidding a package from elsewhere does not separate parts. */
const ownModules = /["'](?:\.{1,2}\/(?!["'])|@\/|[~#]\/?|src\/(?!\*+["'])|\*\*?\/|[^"'\s]*\/(?:src|internal)\b)/
const pylintCodes: Readonly<Record<string, string>> = {
  'invalid-name': 'C0103',
  'unused-import': 'W0611',
  'duplicate-code': 'R0801',
  'too-many-lines': 'C0302',
  fixme: 'W0511',
}

/** How the settings of each linter say that a rule is on. */
const linters: Readonly<Record<string, (rule: string) => Setting>> = {
  eslint(rule) {
    if (rule === 'no-unused-vars') return eslintUnused
    if (rule === 'unicorn/recommended') return unicornRecommended
    if (rule === 'no-restricted-imports=own') return eslintRule(/no-restricted-imports/, ownModules)
    return eslintRule(expression(rule))
  },
  oxlint: () => oxlintUnused,
  xo: xoRule,
  biome: (rule) => biomeRule(whole(rule), rule.startsWith('noUnused') ? 2 : undefined),
  tsc: compilerOption,
  ruff,
  flake8,
  pylint: (rule) => pylint(rule, pylintCodes[rule] ?? ''),
  'python-types': () => strictPython,
  golangci: (rule) => (rule === 'depguard' ? depguard : golangci(rule)),
  revive: (rule) => reviveRule(whole(rule)),
  clippy: () => cognitiveComplexity,
  checkstyle: (rule) => checkstyle(expression(rule), rule.endsWith('Name')),
  pmd: (rule) =>
    rule.endsWith('.xml')
      ? pmd(
          new RegExp(`category/java/${rule}"`),
          rule === 'design.xml' ? ['CyclomaticComplexity', 'CognitiveComplexity', 'NPathComplexity'] : [],
        )
      : pmd(expression(rule)),
  rubocop(rule) {
    const [department = '', name] = rule.split('/')
    return department === 'Metrics' && name === 'ClassLength'
      ? rubocopNamed(rule)
      : rubocop(department, ...(name ? [name] : []))
  },
  swiftlint: (rule) => swiftlint(rule),
  credo: (rule) => credo(expression(rule)),
  codecov: () => codecovStatus,
}

const known = new Map<string, Setting>()

/** Where a rule such as `ruff:N` is switched on, from the nearest directory upwards. */
export function ruleOf(word: string, repository: Repository, directories: readonly string[]): string | undefined {
  const [linter = '', ...rule] = word.split(':')
  const setting = known.get(word) ?? linters[linter]?.(rule.join(':'))
  if (setting === undefined) throw new Error(`No linter is called ${linter}.`)
  known.set(word, setting)
  return setting(repository, directories)
}
