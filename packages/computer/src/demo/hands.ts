import type { Loose } from '../acp/loose.ts'

/** The operations that an action of the demo agent can use. */
export interface Hands {
  readonly folder: string
  readonly cancelled: Promise<void>
  say(text: string): void
  think(text: string): void
  /** The result of the tool; `undefined` if it was not allowed or failed. */
  use(tool: Loose & { readonly kind: string }, work: () => Promise<string>): Promise<string | undefined>
}
