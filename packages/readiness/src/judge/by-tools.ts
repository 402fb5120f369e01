import { type CriterionId, catalogue } from '@muster/contract/readiness/catalogue'
import type { Application } from '../applications/application.ts'
import { type Asked, type Met, met } from '../catalog/criteria.ts'
import { relatives } from '../catalog/languages.ts'
import { clients } from '../catalog/running.ts'
import { orms } from '../catalog/workplace.ts'
import { nameMatcher } from '../facts/glob.ts'
import { type Finding, fail, findingOf } from './finding.ts'
import { proofOf } from './prove.ts'
import { hasTests } from './special/about-tests.ts'
import { declaresOne, isProduct, type Special, type Specials, type Subject } from './special/special.ts'

const isClient = nameMatcher(clients)
const isMapper = nameMatcher(orms)

/** When a criterion is judged. */
const conditions: Readonly<Record<Asked, (subject: Subject, app: Application) => boolean>> = {
  service: (_, { kind }) => kind === 'service',
  product: (_, app) => isProduct(app),
  'has a product': ({ applications }) => applications.some(isProduct),
  'has a service': ({ applications }) => applications.some(({ kind }) => kind === 'service'),
  ci: ({ facts }) => facts.hasCi,
  'web page'(_, app) {
    if (app.kind !== 'frontend' || !isProduct(app) || !/^(java|type)script$/.test(app.language)) return false
    const names = new Set(app.dependencies.map(({ name }) => name))
    return names.has('react-native-web') || !['react-native', 'expo', 'electron'].some((name) => names.has(name))
  },
  flags: ({ facts }) => proofOf('feature_flag_infrastructure', facts) !== undefined,
  several: ({ applications }) => applications.length > 1,
  mapper: (_, app) => app.kind !== 'library' && declaresOne(app, isMapper),
  client: ({ facts }, app) =>
    app.kind === 'service' && (declaresOne(app, isClient) || proofOf('circuit_breakers', facts, app) !== undefined),
  'tests and ci': ({ facts }, app) => facts.hasCi && hasTests(app),
}

/** What one would add to an application; `undefined` if nothing is asked of its language. */
function addFor({ add, asksAll }: Met, { language, kind }: Application): string | undefined {
  if (language === 'other' && kind !== 'infrastructure') return undefined
  if (typeof add === 'string') return add
  const own = add[language] ?? add[relatives[language] ?? language]
  return own ?? (asksAll && language !== 'shell' && language !== 'terraform' ? 'add a tool that does' : undefined)
}

/** The checks of the criteria that tools alone prove. */
export const byTools: Specials = Object.fromEntries(
  Object.entries(met as Readonly<Record<string, Met>>).map(([id, each]) => [id, checkOf(id as CriterionId, each)]),
)

function checkOf(criterion: CriterionId, each: Met): Special {
  const isOfRepository = catalogue[criterion].scope === 'repository'
  return (subject, app): Finding | undefined => {
    if (each.asked !== undefined && !conditions[each.asked](subject, app)) return undefined
    const proof = proofOf(criterion, subject.facts, isOfRepository ? undefined : app)
    if (isOfRepository) return findingOf(proof, `${each.lacks}; ${each.add}`)
    const add = addFor(each, app)
    if (proof === undefined && add === undefined) return undefined
    return proof === undefined ? fail(`${each.lacks}; ${add}`) : findingOf(proof, '')
  }
}
