import type { HookEvent } from '@muster/contract/hook-events'

/** How the agent is used, in the words of the analytics. */
export const clients = ['terminal-ui', 'web', 'non-interactive-cli'] as const
export type Client = (typeof clients)[number]

/** An execution as the service accepts it. Its id is stored with it, so it counts once however often it is sent. */
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
