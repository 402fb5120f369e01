import type { Portion } from '@muster/history/import/portions'
import type { Client } from '@muster/sdk'
import { createProgress } from '../terminal/progress.ts'
import { sendKnownFields } from './send-known-fields.ts'
import type { SentPortions } from './sent-portions.ts'

export interface Sent {
  /** The number of newly counted events. */
  readonly accepted: number
  /** Events that the service had already, from an import or from telemetry. */
  readonly duplicates: number
  readonly rejected: number
  /** Some of the reasons, without duplicates. */
  readonly reasons: readonly string[]
}

/** Sends portions one by one. Each is recorded once the service has it, so that Ctrl-C loses nothing. */
export async function sendPortions(
  client: Client,
  portions: Iterable<Portion>,
  count: number,
  sent: SentPortions,
): Promise<Sent> {
  const progress = createProgress(process.stderr)
  const sums = { accepted: 0, duplicates: 0, rejected: 0 }
  const reasons = new Set<string>()
  try {
    let number = 0
    for (const portion of portions) {
      number += 1
      progress.tell(`Sending ${number} of ${count}: ${portion.name.slice(0, 10)}, ${portion.agent}`)
      const receipt = await sendKnownFields(client, portion.events)
      sums.accepted += receipt.accepted
      sums.duplicates += receipt.duplicates
      sums.rejected += receipt.rejected.length
      for (const { error } of receipt.rejected) if (reasons.size < 3) reasons.add(error)
      await sent.add(portion)
    }
  } finally {
    progress.clear()
  }
  return { ...sums, reasons: [...reasons] }
}
