import { dayOf } from './days.ts'
import { insist, request, type World, type Writer } from './writer.ts'

const size = 40

function eventOf(writer: number, number: number) {
  const time = `${dayOf.native[number % 2]}T12:00:00Z`
  const common = { id: `${writer}-${number}`, time, client: 'web', sessionId: `${writer}-${number % 7}` }
  return number % 4 < 2
    ? { ...common, type: 'message', role: 'user' }
    : { ...common, type: 'model_call', model: 'house', inputTokens: 10, outputTokens: 1 }
}

/** Sends native events, each batch until it is acknowledged: every event counts once. */
export function nativeWriter(world: World, writers: number): Writer {
  const sent = new Array<number>(writers).fill(0)

  async function send(writer: number): Promise<void> {
    while (!world.isOver()) {
      const from = sent[writer] ?? 0
      const events = Array.from({ length: size }, (_, index) => eventOf(writer, from + index))
      const { status, json } = await insist(world, 'POST', '/api/v0/events', { body: { events } })
      if (status >= 300 || json.accepted + json.duplicates !== size) {
        world.problem(`native events were answered with ${status} ${JSON.stringify(json)}`)
      }
      sent[writer] = from + size
      world.count('native events acknowledged', size)
    }
  }

  return {
    name: 'native events',
    async work() {
      await Promise.all(sent.map((_, writer) => send(writer)))
    },
    async check() {
      const total = sent.reduce((sum, count) => sum + count, 0)
      for (const [index, day] of dayOf.native.entries()) {
        const range = `?startDate=${day}&endDate=${day}`
        const activity = await request(world, 'GET', `/api/v1/analytics/activity${range}`)
        const tokens = await request(world, 'GET', `/api/v1/analytics/tokens${range}`)
        const found = [activity?.json.data[0].messages, tokens?.json.data[0].output_tokens]
        // Of four events in a row, each day has one message and one model call.
        const expected = [total / 4, total / 4]
        if (JSON.stringify(found) !== JSON.stringify(expected)) {
          world.problem(`native events of day ${index + 1}: ${found} messages and calls, must be ${expected}`)
        }
      }
    },
  }
}
