import { log } from '../../packages/server/test/fixtures/agents/build.ts'
import { dayOf } from './days.ts'
import { insist, request, type World, type Writer } from './writer.ts'

/** A prompt of a user, as Claude Code reports it. Its id makes it the same, however often it is sent. */
export function promptOf(day: string, id: string): object {
  const { request: body } = log('claude-code', { 'event.name': 'user_prompt', 'session.id': id, 'prompt.id': id })
  return JSON.parse(JSON.stringify(body).replaceAll(/"timeUnixNano":"\d+"/g, `"timeUnixNano":"${nanosecondsOf(day)}"`))
}

export function nanosecondsOf(day: string, second = 0): string {
  return `${Date.parse(`${day}T12:00:00Z`) + Math.round(second * 1000)}000000`
}

/** Compares the messages of a day with what was acknowledged. */
export async function checkMessages(world: World, day: string, expected: number, what: string): Promise<void> {
  const activity = await request(world, 'GET', `/api/v1/analytics/activity?startDate=${day}&endDate=${day}`)
  const messages = activity?.json.data[0].messages
  if (messages !== expected) world.problem(`${what}: ${messages} are counted, must be ${expected}`)
}

/** Sends OpenTelemetry logs over HTTP, each until it is acknowledged: every record counts once. */
export function logWriter(world: World): Writer {
  let sent = 0
  return {
    name: 'logs',
    async work() {
      while (!world.isOver()) {
        const { status, json } = await insist(world, 'POST', '/v1/logs', { body: promptOf(dayOf.logs, `http ${sent}`) })
        if (status !== 200 || json?.partialSuccess) world.problem(`logs were answered with ${status}`)
        sent++
        world.count('log records acknowledged')
      }
    },
    check: () => checkMessages(world, dayOf.logs, sent, 'log records'),
  }
}
