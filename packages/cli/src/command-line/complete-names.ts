import type { Client } from '@muster/sdk'
import type { Context } from './context.ts'
import { locate, type Nodes } from './locate.ts'
import { isGroup } from './tree.ts'

interface Proposal {
  readonly value: string
  readonly about: string | undefined
}

/** The longest wait of a person at a prompt. */
const patienceMs = 1500
const page = { limit: 50 }

/** The service's names for positionals with these names. */
const sources: Readonly<Record<string, (client: Client, signal: AbortSignal) => Promise<Proposal[]>>> = {
  computer: async ({ computers }, signal) =>
    (await computers.list({}, { signal })).computers.map(({ name, status }) => ({ value: name, about: status })),
  session: async ({ sessions }, signal) =>
    (await sessions.list(page, { signal })).sessions.map(({ sessionId, title }) => ({
      value: sessionId,
      about: title ?? undefined,
    })),
  user: async ({ users }, signal) =>
    (await users.list(page, { signal })).users.map(({ email, role }) => ({ value: email, about: role })),
  key: async ({ apiKeys }, signal) =>
    (await apiKeys.list(page, { signal })).apiKeys.map(({ id, name }) => ({ value: id, about: name })),
  webhook: async ({ webhooks }, signal) =>
    (await webhooks.list({}, { signal })).webhooks.map(({ id, url }) => ({ value: id, about: url })),
  report: async ({ reports }, signal) =>
    (await reports.list(page, { signal })).reports.map(({ reportId, repoUrl }) => ({
      value: reportId,
      about: repoUrl,
    })),
}

/** Prints ids and names that could come next, and returns whether there are any. A shell must never see a failure. */
export async function printNames(typed: readonly string[], nodes: Nodes, context: Context): Promise<boolean> {
  const source = typed.at(-1)?.startsWith('-') ? undefined : sourceFor(typed, nodes)
  if (source === undefined) return false
  try {
    const found = await source(await context.client(), AbortSignal.timeout(patienceMs))
    // Shells put one proposal into one line, and take a dash for the beginning of an option.
    const lines = found.filter(({ value }) => /^(?!-)\P{C}+$/u.test(value)).map((one) => lineOf(one, context.env.SHELL))
    if (lines.length > 0) context.out.text(lines.join('\n'))
    return lines.length > 0
  } catch {
    // Nobody is logged in, or the service is unavailable.
    return false
  }
}

function sourceFor(typed: readonly string[], nodes: Nodes) {
  const before = typed.slice(0, -1)
  const last = before.at(-1)
  if (last?.startsWith('-')) return sources[last === '-c' ? 'computer' : last.replace(/^--/, '')]
  const words = before.filter((word) => !word.startsWith('-'))
  try {
    const { path, node } = locate(words, nodes)
    if (node === undefined || isGroup(node)) return undefined
    const name = Object.keys(node.positionals ?? {})[words.length - path.length]
    return name === undefined ? undefined : sources[name]
  } catch {
    return undefined
  }
}

/** zsh and fish show a description beside each proposal. */
function lineOf({ value, about = '' }: Proposal, shell = ''): string {
  const words = about.replaceAll(/\s+/g, ' ').trim()
  if (words === '') return value
  if (shell.endsWith('zsh')) return `${value.replaceAll(':', '\\:')}:${words}`
  return shell.endsWith('fish') ? `${value}\t${words}` : value
}
