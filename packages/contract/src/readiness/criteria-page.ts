import { catalogue, criterionIds } from './catalogue.ts'
import { levels } from './criterion.ts'
import { exactWords } from './exact-words.ts'
import { usualTools } from './usual-tools.ts'

/** The page that lists every criterion, in Markdown. */
export function criteriaPage(): string {
  const sections = levels.map(({ level, name }) => {
    const rows = criterionIds
      .filter((id) => catalogue[id].level === level)
      .map((id) => {
        const { title, passes, applies, scope, pillar, requires } = catalogue[id]
        const condition = [applies, requires && `needs \`${requires}\``].filter(Boolean).join('; ') || 'always'
        const words = [passes, exactWords[id]].filter(Boolean).join(' ')
        return `| \`${id}\` | ${title} | ${pillar} | ${scope} | ${words} | ${condition} |`
      })
    const head = ['| criterion | | pillar | judged for each | passes | applies |', '|---|---|---|---|---|---|']
    return `## Level ${level}: ${name}\n\n${[...head, ...rows].join('\n')}\n`
  })
  const tools = Object.entries(usualTools).map(
    ([language, { formatters, linters, typeCheckers, testNames }]) =>
      `| ${language} | ${formatters} | ${linters} | ${typeCheckers} | ${testNames} |`,
  )
  return `# Readiness criteria

<!-- Written by \`npx vitest run packages/contract/src/readiness/criteria-page.test.ts -u\`. -->

What [\`muster readiness\`](readiness.md) judges. \`muster readiness explain CRITERION\` tells why a criterion matters.

${introduction}
${sections.join('\n')}
## Usual tools and names

| language | formatters | linters | type checkers | names of test files |
|---|---|---|---|---|
${tools.join('\n')}
`
}

const introduction = `## Words

A criterion *passes*, *fails* or is *absent*. It is absent if what stands below “applies” is not so, or if the criterion that it needs
does not pass; then nobody counts it. Everything else passes or fails.

| word | meaning |
|---|---|
| application | a directory with a manifest and a program of its own that can be deployed or published alone; source without any manifest is one at the root. [More](readiness.md#how-it-is-judged) |
| kinds | each application has one. A *service* answers requests and is left running: in an image, a composition, a unit, a chart, or built on a framework for servers. A *front end* has a user interface. A *tool* is started by the person who needs it, also if it listens. A *library* is used by code, as is a framework. *Infrastructure* describes machines. [More](readiness.md#how-it-is-judged) |
| judged for each application | passes if the applications that pass have two thirds of the source files of all that are judged. Counted are files of the application’s main language (.vue, .svelte and .astro belong to JavaScript and TypeScript), without tests, examples and what is generated |
| website | pages about the project: documentation, a landing page, a blog. With a manifest of its own it is an application of the kind front end, which weighs as one file, however large it is. It is no *application with a user interface*: what is asked of these (environment, analytics, feature flags, privacy, bundles) is not asked of it, also if the repository holds nothing else |
| configured | the tool’s own file of settings, or its section in another file, is in the repository: at the root, in the application or in a folder between them. What is commented out or switched off is not configured |
| depended on | a manifest of the repository names it, also for development only. A lock file alone does not count. *Needed to run*: not only for development |
| run | a script of a manifest, a task file, a script file, a hook or a step of CI has the command. A sentence on a page runs nothing |
| CI | files of GitHub Actions, GitLab, Forgejo, CircleCI, Travis, Azure Pipelines, AppVeyor, Jenkins, Bitbucket, Buildkite, Drone, Woodpecker, Cirrus, Semaphore, TeamCity, Tekton, Cloud Build, sourcehut and the like, also if their host is gone, and the scripts that they call |
| page | Markdown, reStructuredText, AsciiDoc or plain text at the root, in .github or in docs, doc, documentation, contributing or readme. Histories of changes are none |
| and the like | tools that serve the same purpose count, also if they are not named |

Examples, samples, demonstrations, fixtures, test data and what others wrote (vendored folders, submodules) never count, unless a
criterion says so. What is deployed, watched or documented is not looked for below tests. What other repositories, websites and hosts do is not known and does not count. Names are compared without case.
`
