import type { EventsReceipt, UsageEventInput } from '@muster/contract/telemetry'
import type { Client } from '@muster/sdk'

/**
 * Sends events of a history. An older service refuses events with a field that it does not know, and names the field.
 * Such events are sent again without it, because a call with fewer details is better than none.
 */
export async function sendKnownFields(client: Client, events: readonly UsageEventInput[]): Promise<EventsReceipt> {
  const send = (some: readonly UsageEventInput[]) => client.telemetry.events({ source: 'history', events: [...some] })
  const receipt = await send(events)
  const known = receipt.rejected.flatMap(({ index, error }) => {
    const [event, unknown] = [events[index], unknownFieldsIn(error)]
    return event === undefined || unknown.length === 0 ? [] : [{ index, event: without(event, unknown) }]
  })
  if (known.length === 0) return receipt
  const again = await send(known.map(({ event }) => event))
  const resent = new Set(known.map(({ index }) => index))
  return {
    accepted: receipt.accepted + again.accepted,
    duplicates: receipt.duplicates + again.duplicates,
    rejected: [
      ...receipt.rejected.filter(({ index }) => !resent.has(index)),
      ...again.rejected.map(({ index, error }) => ({ index: known[index]?.index ?? index, error })),
    ],
  }
}

/** Parses `mood is no field of a message.` and `mood, weather and hat are no fields of a message.` */
function unknownFieldsIn(error: string): string[] {
  const names = /^(.+) (?:is no field|are no fields) of a \w+\.$/.exec(error)?.[1]
  return names?.split(/, | and /) ?? []
}

function without(event: UsageEventInput, fields: readonly string[]): UsageEventInput {
  return Object.fromEntries(Object.entries(event).filter(([field]) => !fields.includes(field))) as UsageEventInput
}
