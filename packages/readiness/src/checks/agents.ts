import { fail, findingOf, pass } from '../evidence/finding.ts'
import { instructionFiles, isWritten } from '../evidence/instructions.ts'
import { staleIn } from '../evidence/stale-instructions.ts'
import { firstOf } from '../evidence/traces.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import { ofRepository } from './check.ts'

const toolServers =
  /^(\.mcp\.json|\.vscode\/mcp\.json|\.cursor\/mcp\.json|\.gemini\/settings\.json|\.claude\/settings\.json|\.(roo|factory)\/mcp\.json|\.kiro\/settings\/mcp\.json|\.junie\/mcp\/mcp\.json|\.windsurf\/mcp_config\.json|\.qwen\/settings\.json|\.opencode\/opencode\.jsonc?|\.?crush\.json|opencode\.jsonc?|\.muster\/mcp\.json|\.codex\/config\.toml|\.amp\/settings\.json)$/

const hookSettings =
  /^(\.claude\/settings(\.local)?\.json|\.muster\/settings\.json|\.(factory|qwen)\/settings\.json|\.(cursor|windsurf)\/hooks\.json|\.gemini\/settings\.json|\.codex\/hooks\.json|\.github\/hooks\/[^/]+\.json)$/

/** Checks of what a repository tells and gives to agents. */
export const agents = {
  agents_md: ofRepository(({ evidence, repository }) => {
    const candidates = instructionFiles(evidence.notable)
    const [first] = candidates
    if (first === undefined)
      return fail('there are no instructions for agents; add an AGENTS.md with commands and conventions')
    const written = candidates.find((path) => isWritten(repository, path))
    return findingOf(written && `${written}:1 is there`, `${first} says next to nothing; add commands and conventions`)
  }),

  agents_md_current: ofRepository(({ evidence, repository }) => {
    const pages = instructionFiles(evidence.notable).filter((path) => isWritten(repository, path))
    const looked = pages.map((path) => staleIn(repository, path))
    const stale = looked.flatMap((each) => each.stale)[0]
    if (stale) return fail(`${stale.path}:${stale.line} names ${stale.what}, which is not there; mend or remove it`)
    const named = firstOf(looked, (each) => each.firstNamed)
    return named && pass(`${named.path}:${named.line} names ${named.what}, which is there`)
  }),

  mcp_configuration: ofRepository(({ evidence, repository }) => {
    const found = firstOf(
      evidence.notable.filter((path) => toolServers.test(path)),
      (path) => {
        const data = repository.data(path).value
        const servers = ['mcpServers', 'servers', 'mcp', 'mcp_servers'].flatMap((key) => entriesOf(at(data, key)))
        return servers[0] && `${path}:1 names ${servers[0][0]}`
      },
    )
    return findingOf(found, 'no tools are shared with agents; add a .mcp.json that names a server')
  }),

  agent_hooks: ofRepository(({ evidence, repository }) => {
    const found = firstOf(
      evidence.notable.filter((path) => hookSettings.test(path)),
      (path) => {
        const hooks = at(repository.data(path).value, 'hooks')
        const [event] = entriesOf(hooks).filter(([, each]) => !Array.isArray(each) || each.length > 0)
        return event && `${path}:1 runs a hook on ${event[0]}`
      },
    )
    const settings = evidence.notable.some((path) => path.startsWith('.claude/'))
      ? '.claude/settings.json'
      : '.muster/settings.json'
    return findingOf(found, `no hook holds a rule; add one to the settings of your agent, such as ${settings}`)
  }),
}
