import { hookEventRules } from '@muster/contract/hook-events'
import type { Hooks } from '../hooks.ts'
import { doubleKeys, lineOf } from '../json-with-comments.ts'
import { compileMatcher } from '../matcher.ts'
import type { ConfiguredHook, SettingsFile } from '../read-settings.ts'
import type { Warning } from '../warning.ts'
import { aboutAgents } from './about-agents.ts'
import { type CommandPlace, checkCommand } from './check-command.ts'
import { type AgentWithTools, connectedAgents } from './connected-agents.ts'
import { knownTools } from './known-tools.ts'

export interface Finding extends Warning {
  /** An error prevents hooks from running; otherwise they run, but perhaps not as intended. */
  readonly isError: boolean
}

/** With a longer timeout, people would give up on the agent first. */
const longTimeoutSeconds = 600

/** Finds every fault that would make configured hooks behave differently than intended. Runs none of them. */
export function examine({ files, projectDir }: Hooks, env: NodeJS.ProcessEnv, home: string): Finding[] {
  const variables = {
    MUSTER_PROJECT_DIR: projectDir,
    CLAUDE_PROJECT_DIR: projectDir,
    GEMINI_PROJECT_DIR: projectDir,
    HOME: env.HOME ?? home,
  }
  const place: CommandPlace = { projectDir, variables, path: env.PATH ?? '' }
  const agents = connectedAgents(env, home)
  return files.flatMap((file) => [
    ...file.warnings.map((warning) => ({
      ...warning,
      isError: warning.kind === 'broken' || warning.kind === 'faulty',
    })),
    ...doubled(file),
    ...file.hooks.flatMap((hook) => [...aboutCommand(file, hook, place), ...aboutTimeout(file, hook)]),
    ...distinctMatchers(file).flatMap((hook) => aboutMatcher(file, hook, agents)),
  ])
}

function doubled({ path, source, hooks }: SettingsFile): Finding[] {
  if (hooks.length === 0) return []
  return doubleKeys(source).map(({ key, line }) => ({
    kind: 'faulty',
    isError: true,
    file: path,
    line,
    message: `${JSON.stringify(key)} stands here for the second time, so that what is under the first is lost.`,
    fix: 'Put both together.',
  }))
}

function aboutCommand(file: SettingsFile, hook: ConfiguredHook, place: CommandPlace): Finding[] {
  return checkCommand(hook.command, place).map((complaint) => ({
    kind: 'faulty',
    ...complaint,
    ...at(file, hook, 'command'),
  }))
}

function aboutTimeout(file: SettingsFile, hook: ConfiguredHook): Finding[] {
  const seconds = hook.timeoutMs / 1000
  if (seconds <= longTimeoutSeconds) return []
  const looksLikeMs = seconds >= 1000 && seconds % 1000 === 0
  const fix = looksLikeMs ? `Timeouts are in seconds: perhaps you mean ${seconds / 1000}.` : 'Choose a shorter one.'
  const message = `The agent would wait up to ${duration(seconds)} for this hook.`
  return [{ kind: 'faulty', isError: false, message, fix, ...at(file, hook, 'timeout') }]
}

function aboutMatcher(file: SettingsFile, hook: ConfiguredHook, agents: readonly AgentWithTools[]): Finding[] {
  const { matches, matchValues } = hookEventRules[hook.event]
  if (hook.pattern.isAll || hook.pattern.fault) return []
  const place = {
    kind: 'faulty' as const,
    isError: false,
    file: file.path,
    line: lineOf(file.source, [...hook.path.slice(0, 3), 'matcher']),
  }
  const shown = JSON.stringify(hook.matcher)
  if (matches === undefined) {
    return [{ ...place, message: `${hook.event} has no matchers, so ${shown} is not looked at.`, fix: 'Take it away.' }]
  }
  if (isSlow(hook.matcher)) {
    const message = `The matcher ${shown} takes for ever for some names, and then does not match, or blocks if it fails closed.`
    return [{ ...place, message, fix: 'Write it without repetition inside of repetition, as in (a+)+.' }]
  }
  const names = matches === 'tool_name' ? knownTools : matchValues
  const isKnown = names?.some((name) => hook.pattern.test(name) === true)
  if (isKnown && matches === 'tool_name') return aboutAgents(hook, agents).map((each) => ({ ...place, ...each }))
  if (!names || isKnown || /mcp/.test(hook.matcher)) return []
  const wanted = hook.matcher.toLowerCase()
  const meant = names.filter((name) => wanted.split(/[|,\s]+/).includes(name.toLowerCase()))
  const message = `The matcher ${shown} matches none of the names that are known for ${hook.event}.`
  const fix =
    meant.length > 0 ? `Perhaps you mean ${JSON.stringify(meant.join('|'))}.` : `Known are: ${names.join(', ')}.`
  return [{ ...place, message, fix: matches === 'tool_name' && meant.length === 0 ? toolAdvice : fix }]
}

/** Names that make patterns with nested repetition slow. */
const tryingNames = ['a', 'A', '_', 'mcp__a'].map((beginning) => `${beginning.padEnd(60, beginning.at(-1))}!`)

function isSlow(matcher: string): boolean {
  let isSlow = false
  const pattern = compileMatcher(matcher, () => {
    isSlow = true
  })
  return tryingNames.some((name) => pattern.test(name) === true || isSlow) && isSlow
}

const toolAdvice = 'It must match the whole name of a tool, with its case, as in "Bash" or "mcp__server__.*".'

function distinctMatchers(file: SettingsFile): ConfiguredHook[] {
  const byEntry = new Map(file.hooks.map((hook) => [hook.path.slice(0, 3).join(), hook]))
  return [...byEntry.values()]
}

function at({ path, source }: SettingsFile, hook: ConfiguredHook, field: string) {
  return { file: path, line: lineOf(source, [...hook.path, field]) }
}

function duration(seconds: number): string {
  if (seconds < 7200) return `${Math.round(seconds / 60)} minutes`
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} hours` : `${Math.round(seconds / 86_400)} days`
}
