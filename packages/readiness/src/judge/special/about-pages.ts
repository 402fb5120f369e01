import { builds, looks } from '../../catalog/commands.ts'
import { firstOf } from '../../facts/first-of.ts'
import { instructionFiles, isWritten } from '../../facts/instructions.ts'
import { expression } from '../../repository/expression.ts'
import { at, entriesOf } from '../../repository/json-path.ts'
import { type Finding, fail, findingOf, listed, pass } from '../finding.ts'
import { proofOf } from '../prove.ts'
import { isProduct, type Specials, withNames } from './special.ts'
import { staleIn } from './stale-instructions.ts'

const toolServers = expression(
  '',
  String.raw`^(\.mcp\.json|(\.vscode|\.cursor|\.roo|\.factory|\.junie\/mcp|\.muster)\/mcp\.json|\.kiro\/settings\/mcp\.json`,
  String.raw`|\.windsurf\/mcp_config\.json|\.(gemini|claude|qwen|amp)\/settings\.json|(\.opencode\/)?opencode\.jsonc?|\.?crush\.json`,
  String.raw`|\.codex\/config\.toml)$`,
)
const hookSettings =
  /^(\.claude\/settings(\.local)?\.json|\.(muster|factory|qwen|gemini)\/settings\.json|\.(cursor|windsurf|codex)\/hooks\.json|\.github\/hooks\/[^/]+\.json)$/
const templates = expression(
  'i',
  String.raw`(^|\/)([\w.-]*\.env[._-](example|template|sample|dist|defaults?)|env[._-](example|template|sample|dist`,
  String.raw`|defaults?)([-_][\w-]+)?|\.env\.[\w.-]*(example|template|sample|dist)|\.env\.docker|(example|sample|template)\.env`,
  String.raw`|\.envrc\.(example|sample|template)|[^/]*\.tfvars\.example|appsettings\.(Development|Example|Template)\.json`,
  String.raw`|application[^/]*\.(example|template)\.(ya?ml|properties))$`,
)

/** Fewer variables on a page prove nothing. */
const fewest = 3
const listsVariable = expression(
  'i',
  String.raw`^\s*(\|([^|]*\|)?|[-*]|#{2,6})\s*(\*\*|__)?\[?\x60?[A-Z][A-Z0-9]*_[A-Z0-9_]+|^\s*([-*]\s.*)?\benv(ironment`,
  String.raw`|\.)?( ?var(iable)?s?)?[.:]*[*_\x60]*:?[\s*_\x60]+[A-Z][A-Z0-9]*_[A-Z0-9_]+\x60{0,2}[\s)*_]*(:|$)|^\s*\.\. envvar:: [A-Z]`,
  String.raw`|^\.B [A-Z][A-Z0-9]*_[A-Z0-9_]+\s*$`,
)

const hostCommands = expression(
  '',
  String.raw`\b(gh (pr|issue|release|api|run|repo|auth|workflow|webhook|extension)|glab (mr|issue|ci|auth)|tea (pr|issue)`,
  String.raw`|hub (pull-request|pr|issue|release|ci-status)|az repos)\b`,
)

/** Criteria about pages for people and agents. */
export const aboutPages: Specials = {
  readme({ repository }) {
    const candidates = withNames(
      repository,
      ['', '.github', 'docs'],
      /^readme(\.(md|mdx|markdown|rst|rdoc|adoc|asc|asciidoc|txt|org|textile|pod|wiki|creole|html))?$/i,
    )
    const [first] = candidates
    if (first === undefined) return fail('there is no README; add a README.md that says what this is and how to start')
    const written = candidates.find((path) => isWritten(repository, path))
    return findingOf(
      written && `${written}:1 is there`,
      `${first} says next to nothing; say what this is and how to start`,
    )
  },

  license({ repository, applications }) {
    const [found] = [
      ...withNames(repository, [''], /^LICEN[CS]E(\.\w+)?$/i),
      ...withNames(repository, [''], /^([\w.]+-)?(LICEN[CS]E|COPYING|UNLICENSE)([-.][\w.-]+)?$/i),
      ...withNames(repository, ['LICENSES'], /./),
    ]
    if (found !== undefined) return pass(`${found}:1 is there`)
    const manifests = applications.flatMap((app) => app.manifests)
    const isPrivate = (path: string) =>
      path.endsWith('package.json') &&
      (at(repository.data(path).value, 'private') === true ||
        at(repository.data(path).value, 'license') === 'UNLICENSED')
    return manifests.length > 0 && manifests.every(isPrivate)
      ? undefined
      : fail('there is no license; add a LICENSE file')
  },

  security_policy({ repository }) {
    const [found] = withNames(repository, ['', '.github', 'docs'], /^SECURITY(\.(md|markdown|rst|adoc|txt))?$/i)
    return findingOf(
      found && `${found}:1 is there`,
      'nothing says whom to tell about a hole; add a SECURITY.md with an address',
    )
  },

  documentation_freshness({ repository }): Finding | undefined {
    const { documentation: change } = repository.git
    if (change === undefined) return undefined
    if (change === 'older')
      return fail(
        'the documentation did not change in the 180 days before this commit; read README.md and mend what is out of date',
      )
    const days = change.daysBefore === 0 ? 'on the day of' : `${change.daysBefore} days before`
    return pass(`${change.path}:1 changed in ${change.commitHash.slice(0, 8)}, ${days} this commit`)
  },

  build_cmd_doc({ facts }) {
    const isBuild = (text: string) => builds.test(text) && !looks.test(text)
    const found = facts.instructed(isBuild) ?? facts.shown(isBuild) ?? facts.instructed((text) => builds.test(text))
    return findingOf(found, 'no page shows how to build; write the command into README.md')
  },

  vcs_cli_tools({ facts }) {
    const shown = facts.shown((text) => hostCommands.test(text))
    return findingOf(
      listed(facts.skills(/\b(gh (pr|issue|release|api|run|repo)|glab (mr|issue|ci))\b/), shown) ??
        proofOf('vcs_cli_tools', facts),
      'the command line of the code host is not set up; say in AGENTS.md how `gh` or `glab` is used here',
    )
  },

  skills({ facts, repository }) {
    const candidates = facts.notable.filter((path) => /(^|\/)skills\/(.+\/)?SKILL\.md$/i.test(path))
    const [first] = candidates
    if (first === undefined)
      return fail('there are no skills; describe a recurring task in .agents/skills/<name>/SKILL.md')
    const complete = candidates.find((path) =>
      /^---\r?\n(?=[\s\S]*?^name:)(?=[\s\S]*?^description:)[\s\S]*?^---/m.test(repository.text(path) ?? ''),
    )
    return findingOf(
      complete && `${complete}:1 has a name and a description`,
      `${first} lacks a name or a description; add both between two lines of dashes`,
    )
  },

  agents_md({ facts, repository }) {
    const candidates = instructionFiles(facts.notable)
    const [first] = candidates
    if (first === undefined)
      return fail('there are no instructions for agents; add an AGENTS.md with commands and conventions')
    const written = candidates.find((path) => isWritten(repository, path))
    return findingOf(written && `${written}:1 is there`, `${first} says next to nothing; add commands and conventions`)
  },

  agents_md_current({ facts, repository }) {
    const looked = instructionFiles(facts.notable)
      .filter((path) => isWritten(repository, path))
      .map((path) => staleIn(repository, path))
    const stale = looked.flatMap((each) => each.stale)[0]
    if (stale) return fail(`${stale.path}:${stale.line} names ${stale.what}, which is not there; mend or remove it`)
    const named = firstOf(looked, (each) => each.firstNamed)
    return named && pass(`${named.path}:${named.line} names ${named.what}, which is there`)
  },

  agents_md_validation({ facts }) {
    const named = facts.runsText(
      /^(?!\s*["']|[^\n]*(?:\blabels?\b|_URL:))[^\n]*\b(AGENTS|CLAUDE|copilot-instructions)\.md\b/m,
    )
    return findingOf(
      listed(named) ?? proofOf('agents_md_validation', facts),
      'nothing checks the instructions for agents; let a test or CI check their links and commands',
    )
  },

  mcp_configuration({ facts, repository }) {
    const found = firstOf(
      facts.notable.filter((path) => toolServers.test(path)),
      (path) => {
        const [server] = ['mcpServers', 'servers', 'mcp', 'mcp_servers'].flatMap((key) =>
          entriesOf(at(repository.data(path).value, key)),
        )
        return server && `${path}:1 names ${server[0]}`
      },
    )
    return findingOf(found, 'no tools are shared with agents; add a .mcp.json that names a server')
  },

  agent_hooks({ facts, repository }) {
    const found = firstOf(
      facts.notable.filter((path) => hookSettings.test(path)),
      (path) => {
        const [event] = entriesOf(at(repository.data(path).value, 'hooks')).filter(
          ([, each]) => !Array.isArray(each) || each.length > 0,
        )
        return event && `${path}:1 runs a hook on ${event[0]}`
      },
    )
    const settings = facts.notable.some((path) => path.startsWith('.claude/'))
      ? '.claude/settings.json'
      : '.muster/settings.json'
    return findingOf(found, `no hook holds a rule; add one to the settings of your agent, such as ${settings}`)
  },

  env_template({ applications, facts, repository }) {
    const products = applications.filter(isProduct)
    if (products.length === 0) return undefined
    const file = facts.shipped(templates)
    const tracked = firstOf(facts.notable, (path) => {
      if (!/(^|\/)(\.env|[\w-]+\.env)$/.test(path)) return undefined
      const count = (repository.text(path)?.match(/^[A-Z][A-Z0-9_]*=|^[ \t]+[A-Z][A-Z0-9_]*: /gm) ?? []).length
      return count === 0 ? undefined : `${path}:1 has ${count} ${count === 1 ? 'variable' : 'variables'}`
    })
    const onPages = facts.pages.flatMap(({ path, text }) => {
      const rows = text
        .split('\n')
        .flatMap((line, index) => (listsVariable.test(line) && /[A-Z]_[A-Z]/.test(line) ? [index + 1] : []))
      return rows.length >= fewest
        ? [{ count: rows.length, told: `${path}:${rows[0]} lists ${rows.length} variables` }]
        : []
    })
    const found = file ?? tracked ?? onPages.sort((a, b) => b.count - a.count)[0]?.told
    const read = products
      .flatMap((app) => [app, ...app.parts])
      .flatMap((app) => app.markers().get('environment') ?? [])[0]
    if (found === undefined && read === undefined) return undefined
    return findingOf(
      found,
      `nothing says which environment variables are read${read ? `, see ${read.path}:${read.line}` : ''}; add a .env.example`,
    )
  },
}
