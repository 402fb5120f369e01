import { catalogue, criterionIds } from './catalogue.ts'
import { levels } from './criterion.ts'

/** The page that lists every criterion, in Markdown. */
export function criteriaPage(): string {
  const sections = levels.map(({ level, name }) => {
    const rows = criterionIds
      .filter((id) => catalogue[id].level === level)
      .map((id) => {
        const { title, passes, applies, scope, pillar, requires } = catalogue[id]
        const condition = [applies, requires && `needs \`${requires}\``].filter(Boolean).join('; ') || 'always'
        return `| \`${id}\` | ${title} | ${pillar} | ${scope} | ${passes} | ${condition} |`
      })
    const head = ['| criterion | | pillar | judged for each | passes | applies |', '|---|---|---|---|---|---|']
    return `## Level ${level}: ${name}\n\n${[...head, ...rows].join('\n')}\n`
  })
  return `# Readiness criteria

<!-- Written by \`npx vitest run packages/contract/src/readiness/criteria-page.test.ts -u\`. -->

What [\`muster readiness\`](readiness.md) judges. \`muster readiness explain CRITERION\` tells why a criterion matters.

${sections.join('\n')}`
}
