import type { Automation } from '../evidence/automation.ts'
import { findingOf, pass } from '../evidence/finding.ts'
import { instructionFiles } from '../evidence/instructions.ts'
import { quoted } from '../evidence/quoted.ts'
import { lineAt } from '../repository/parse.ts'
import { ofRepository } from './check.ts'

/** Programs and actions that check the links or the form of Markdown. */
const tools =
  /\b(lychee(?!:\w)|markdown-link-check|markdownlint[\w-]*|linkinator|remark-validate-links|agnix|agents-lint)\b(?!\.\w|["']?:)/g

export const agents_md_validation = ofRepository(({ evidence, applications, repository }) => {
  const names = /\b(AGENTS\.md|CLAUDE\.md|copilot-instructions\.md)\b/
  const pages = instructionFiles(evidence.notable)
  const runs = evidence.automation.flatMap((file) => runsIn(file))
  const found =
    evidence.task(
      /^(?!\s*["']|[^\n]*(?:\blabels?\b|_URL:))(?![^\n]{0,500}["'`](?:[^\s"'`]*[^\S\n]){3}[^"'`\n]{0,300}\.md)[^\n]*\b(AGENTS|CLAUDE|copilot-instructions)\.md\b/m,
    ) ??
    runs.find(({ named }) => named.length === 0 || pages.some((page) => named.some((each) => isMeant(each, page))))
      ?.told ??
    // Settings of a tool tell that it is used, and its runs on which pages.
    (runs.length > 0
      ? undefined
      : (evidence.dependency(/^(@eslint\/markdown|eslint-plugin-markdownlint|remark-lint|remark-validate-links)$/) ??
        evidence.near(/^(\.markdownlint.*|\.lychee\.toml|lychee\.toml|\.remarkrc.*)$/)))
  if (found !== undefined) return pass(found)
  const tests = [...evidence.notable, ...applications.flatMap((app) => app.tests)].filter((path) =>
    /(readme|docs?|documents|agents|instructions|links)[^/]*\.(test|spec)\.\w+$|test_(readme|docs?|agents)[^/]*\.py$/i.test(
      path,
    ),
  )
  const test = tests.find((path) => names.test(repository.text(path) ?? ''))
  const partial = runs[0] === undefined ? '' : `, see ${runs[0].path}:${runs[0].line}`
  return findingOf(
    test && `${test}:1 looks at it`,
    `nothing checks the instructions for agents${partial}; let a test or CI check their links and commands`,
  )
})

interface Run {
  readonly path: string
  readonly line: number
  readonly told: string
  /** The pages that the run names; without any it takes all. */
  readonly named: readonly string[]
}

function runsIn({ path, text }: Automation): Run[] {
  return [...text.matchAll(tools)].map((match) => {
    const start = text.lastIndexOf('\n', match.index) + 1
    const rest = text.slice(match.index + match[0].length)
    const whole = text.slice(start).split('\n')[0] ?? ''
    const isAction = /\buses:/.test(text.slice(start, match.index))
    // What an action is given stands below it, up to the next step; a command may go on in the next line.
    const given = isAction
      ? (rest.split(/\n\s*-(?:\s*$|\s+(?:uses|run|id|if)\b)/m)[0] ?? '')
      : (/^(?:[^\n\\&;|]|\\.|\\\n)*/.exec(rest)?.[0] ?? '')
    const line = lineAt(text, match.index)
    return { path, line, told: `${path}:${line} runs ${quoted(whole)}`, named: pagesIn(given) }
  })
}

/** The pages, patterns and folders that arguments name. What they leave out is none of these. */
function pagesIn(given: string): string[] {
  const words = given
    .replace(/--?(ignore|exclude|config|i|c)[\w-]*[ =]\S+/g, '')
    .replace(/[!#]["']?[\w*./{},-]+/g, '')
    .match(/[\w*.{},/\\-]+/g)
  return (words ?? [])
    .map((word) => word.replaceAll('\\', '/').replace(/^\.\/|[,.]$/g, ''))
    .filter((word) => /\.(md|mdx|markdown)$|\*|^(docs?|documentation|website|content)(\/|$)/i.test(word))
}

/** Whether a name or a pattern means a page. */
function isMeant(name: string, page: string): boolean {
  const expression = name
    .replace(/[.+^$()|[\]]/g, '\\$&')
    .replace(/\{([^}]*)\}/g, (_, choices: string) => `(${choices.replaceAll(',', '|')})`)
    .replace(/\*\*\/|\*\*|\*/g, (stars) => (stars === '*' ? '[^/]*' : stars === '**' ? '.*' : '(.*/)?'))
  return /[{}]/.test(expression) ? false : new RegExp(`^${expression}$`, 'i').test(page)
}
