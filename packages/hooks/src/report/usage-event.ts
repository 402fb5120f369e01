import type { HookEvent } from '@muster/contract/hook-events'

/** How the agent is used, by the names of the analytics. */
export const clients = ['terminal-ui', 'web', 'non-interactive-cli'] as const
export type Client = (typeof clients)[number]

/** An execution in the service's format. Its id is stored with it, so it counts once however often it is sent. */
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
