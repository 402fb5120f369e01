import type { HookEvent } from '@muster/contract/hook-events'

/** Who the user talks to, in the words of the analytics. */
export const clients = ['terminal-ui', 'web', 'non-interactive-cli'] as const
export type Client = (typeof clients)[number]

/** An execution as the service takes it. Its id is kept with it, so that it counts once however often it is sent. */
export interface HookUsage {
  readonly id: string
  readonly time: number
  readonly sessionId?: string
  readonly client: Client
  readonly type: 'hook'
  readonly event: HookEvent
  readonly matcher?: string
  readonly command: string
}
