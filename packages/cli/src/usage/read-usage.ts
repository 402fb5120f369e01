import { homedir } from 'node:os'
import { agentIds } from '@muster/contract/agents'
import { agentHistories } from '@muster/history/agents/agent-histories'
import type { Surroundings } from '@muster/history/agents/agent-history'
import type { History } from '@muster/history/read-history'
import { cellsOf } from '@muster/history/summary/cells'
import { dayInZone } from '@muster/history/summary/day-in-zone'
import { machineZone } from '@muster/history/summary/machine-zone'
import { type Summary, summarize } from '@muster/history/summary/usage'
import { usage } from '../command-line/failure.ts'
import type { Output } from '../terminal/output.ts'
import { readHistories } from './read-histories.ts'

interface UsageArgs {
  readonly home: readonly string[]
  readonly agent: readonly string[]
  readonly since: string | undefined
  readonly until: string | undefined
  readonly timezone: string | undefined
}

export interface UsageRead extends Summary {
  readonly histories: readonly History[]
}

/** Reads the histories that the options select. */
export async function readUsage(args: UsageArgs, env: NodeJS.ProcessEnv, out: Output): Promise<UsageRead> {
  const options = optionsOf(args)
  return readHistories(homesOf(args.home, env), wantedAgents(args.agent), env, out, (histories) => ({
    histories,
    ...summarize(histories, options),
  }))
}

/** Only the calls, of all days: a status line needs nothing else, and is redrawn often. */
export async function readCells(args: UsageArgs, env: NodeJS.ProcessEnv, out: Output) {
  const { timezone } = optionsOf(args)
  const cells = await readHistories(homesOf(args.home, env), wantedAgents(args.agent), env, out, (histories) =>
    cellsOf(histories, dayInZone(timezone)),
  )
  return { timezone, cells }
}

function optionsOf(args: UsageArgs) {
  const since = day(args.since, '--since')
  const until = day(args.until, '--until')
  if (since !== undefined && until !== undefined && until < since) throw usage('The last day is before the first.')
  return { timezone: zone(args.timezone), since, until }
}

/** The given homes, otherwise the user's own. */
export function homesOf(homes: readonly string[], env: NodeJS.ProcessEnv): Surroundings[] {
  if (homes.length > 0) return homes.map((home) => ({ home, environment: {} }))
  return [{ home: env.HOME || homedir(), environment: env }]
}

export function wantedAgents(ids: readonly string[]) {
  const known: readonly string[] = agentIds
  const unknown = ids.find((id) => !known.includes(id))
  if (unknown !== undefined) throw usage(`There is no agent ${JSON.stringify(unknown)}. Known are ${known.join(', ')}.`)
  return ids.length === 0 ? agentHistories : agentHistories.filter(({ agent }) => ids.includes(agent))
}

/** Similar tools use the format `20261115`. */
function day(text: string | undefined, option: string): string | undefined {
  if (text === undefined) return undefined
  const written = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(text)
  const date = written && `${written[1]}-${written[2]}-${written[3]}`
  if (!date || Number.isNaN(Date.parse(date))) throw usage(`${option} takes a day like 2026-11-15.`)
  return date
}

function zone(name: string | undefined): string {
  if (name === undefined) return machineZone()
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name
  } catch {
    throw usage(`There is no time zone ${JSON.stringify(name)}. Name one like Europe/Berlin or UTC.`)
  }
}
