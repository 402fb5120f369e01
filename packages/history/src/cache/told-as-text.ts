import type { Session } from '../record.ts'
import { Told } from './told.ts'

/**
 * What a file told, as one line of text. Each kind of record is one flat list, repeated names are numbers, and times
 * count from the first one. Objects would take three times the room and the time.
 */
type Lists = readonly [
  firstMs: number,
  names: readonly string[],
  sessions: readonly Session[],
  calls: readonly (string | number | null)[],
  tools: readonly (string | number)[],
  failedTools: readonly string[],
  prompts: readonly (string | number)[],
  skipped: readonly string[],
]

export function textOfTold(told: Told): string {
  const numbers = new Map<string, number>()
  const numberOf = (name: string) => {
    const number = numbers.get(name) ?? numbers.size
    numbers.set(name, number)
    return number
  }
  const firstMs = (told.sessions[0] ?? told.calls[0] ?? told.tools[0] ?? told.prompts[0])?.timeMs ?? 0
  const calls: (string | number | null)[] = []
  for (const { key, session, timeMs, endMs, model, tokens, cost, telemetryId } of told.calls) {
    calls.push(key, numberOf(session), timeMs - firstMs, endMs === undefined ? null : endMs - firstMs, numberOf(model))
    calls.push(tokens.input, tokens.cacheRead, tokens.cacheWrite, tokens.cacheWriteHour)
    calls.push(tokens.output, tokens.reasoning, cost ?? null, telemetryId ?? null)
  }
  const tools: (string | number)[] = []
  for (const { key, session, timeMs, name } of told.tools) {
    tools.push(key, numberOf(session), timeMs - firstMs, numberOf(name))
  }
  const prompts = told.prompts.flatMap(({ key, session, timeMs }) => [key, numberOf(session), timeMs - firstMs])
  const skipped = told.skippedFiles.flatMap(({ path, reason }) => [path, reason])
  const names = [...numbers.keys()]
  const lists: Lists = [firstMs, names, told.sessions, calls, tools, told.failedTools, prompts, skipped]
  return JSON.stringify(lists)
}

/** Throws if the text is not such a line. */
export function toldInText(text: string): Told {
  const [firstMs, names, sessions, calls, tools, failedTools, prompts, skipped]: Lists = JSON.parse(text)
  const told = new Told()
  const nameOf = (number: unknown) => names[number as number] ?? ''
  const timeOf = (sinceMs: unknown) => firstMs + (sinceMs as number)
  for (const session of sessions) told.session(session)
  for (let at = 0; at < calls.length; at += 13) {
    told.calls.push({
      key: calls[at] as string,
      session: nameOf(calls[at + 1]),
      timeMs: timeOf(calls[at + 2]),
      endMs: calls[at + 3] === null ? undefined : timeOf(calls[at + 3]),
      model: nameOf(calls[at + 4]),
      tokens: {
        input: calls[at + 5] as number,
        cacheRead: calls[at + 6] as number,
        cacheWrite: calls[at + 7] as number,
        cacheWriteHour: calls[at + 8] as number,
        output: calls[at + 9] as number,
        reasoning: calls[at + 10] as number,
      },
      cost: (calls[at + 11] as number | null) ?? undefined,
      telemetryId: (calls[at + 12] as string | null) ?? undefined,
    })
  }
  for (let at = 0; at < tools.length; at += 4) {
    const [key, session, timeMs, name] = [
      tools[at],
      nameOf(tools[at + 1]),
      timeOf(tools[at + 2]),
      nameOf(tools[at + 3]),
    ]
    told.tools.push({ key: key as string, session, timeMs, name })
  }
  for (const key of failedTools) told.failedTool(key)
  for (let at = 0; at < prompts.length; at += 3) {
    told.prompts.push({ key: prompts[at] as string, session: nameOf(prompts[at + 1]), timeMs: timeOf(prompts[at + 2]) })
  }
  for (let at = 0; at < skipped.length; at += 2) told.skipped(skipped[at] ?? '', skipped[at + 1] ?? '')
  return told
}
