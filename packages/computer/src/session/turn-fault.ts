/** A turn cannot continue, for a reason that people should read. */
export class TurnFault extends Error {
  override readonly name = 'TurnFault'
}

export function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.slice(0, 4000)
}
