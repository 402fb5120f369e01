import type { CriterionId } from '@muster/contract/readiness/catalogue'
import type { Application } from '../applications/application.ts'
import { manifestOf } from '../applications/main-language.ts'
import { delivery } from '../catalog/delivery.ts'
import { documents } from '../catalog/documents.ts'
import { byItself, furtherLanguages } from '../catalog/further-languages.ts'
import { type Language, relatives } from '../catalog/languages.ts'
import { quality } from '../catalog/quality.ts'
import { running } from '../catalog/running.ts'
import { safety } from '../catalog/safety.ts'
import { style } from '../catalog/style.ts'
import { styleOfJavaAndDotnet } from '../catalog/style-java-dotnet.ts'
import { styleOfOthers } from '../catalog/style-others.ts'
import { testing } from '../catalog/testing.ts'
import type { Tool } from '../catalog/tool.ts'
import { workplace } from '../catalog/workplace.ts'
import type { Facts } from './facts.ts'
import { type Found, listed, mostNamed } from './finding.ts'

/** Every row of the catalogue. */
export const tools: readonly Tool[] = [
  ...style,
  ...styleOfJavaAndDotnet,
  ...styleOfOthers,
  ...furtherLanguages,
  ...byItself,
  ...testing,
  ...delivery,
  ...quality,
  ...documents,
  ...running,
  ...safety,
  ...workplace,
]

const byCriterion = Map.groupBy(
  tools.flatMap((tool) => tool.proves.split(' ').map((criterion) => ({ criterion, tool }))),
  ({ criterion }) => criterion,
)

/** The rows that may prove a criterion of an application: those of its language, and of all. */
export function toolsFor(criterion: CriterionId, language?: Language): Tool[] {
  const all = (byCriterion.get(criterion) ?? []).map(({ tool }) => tool)
  const isOf = ({ in: languages }: Tool, of: Language) => languages === undefined || languages.split(' ').includes(of)
  if (language === undefined) return all
  const relative = relatives[language]
  return all.filter((tool) => isOf(tool, language) || (relative !== undefined && isOf(tool, relative)))
}

/** In which order kinds of evidence are looked for: what is set up tells most, a trace in source least. */
const looks: readonly ((tool: Tool, facts: Facts, app?: Application) => string | undefined)[] = [
  ({ builtIn }) => builtIn,
  // Where a reader sees which language it is.
  ({ builtIn }, _, app) => {
    const manifest = builtIn && app ? manifestOf(app) : undefined
    return manifest && `${manifest}:1`
  },
  ({ rules }, facts, app) => rules && facts.rules(rules, app),
  ({ keys }, facts, app) => keys && facts.keys(keys, app),
  ({ files, except, isForTests }, facts, app) => files && facts.files(files, app, except, isForTests),
  ({ says, isForTests }, facts, app) => {
    for (const [files, line] of says ?? []) {
      const found = facts.says(files, line, app, isForTests)
      if (found) return found
    }
    return undefined
  },
  ({ needs, isLibrary }, facts, app) => needs && facts.needs(needs, app, isLibrary),
  ({ uses }, facts) => uses && facts.uses(uses),
  ({ ci }, facts) => ci && facts.ci(ci),
  ({ runs }, facts, app) => runs && facts.runs(runs, app),
  ({ code }, facts, app) => code && facts.code(code, app),
  ({ told }, facts) => told && facts.told(told),
]

/** What proves a criterion, of an application or of the repository: up to three phrases, each about another file. */
export function proofOf(criterion: CriterionId, facts: Facts, app?: Application): Found | undefined {
  const rows = toolsFor(criterion, app?.language)
  const found = new Map<string, string>()
  for (const look of looks) {
    for (const tool of rows) {
      const phrase = look(tool, facts, app)
      if (!phrase) continue
      const file = phrase.slice(0, phrase.indexOf(':'))
      if (!found.has(file)) found.set(file, phrase)
      if (found.size === mostNamed) return listed(...found.values())
    }
  }
  return listed(...found.values())
}
