import type { ProvisioningStep, RegisterComputer } from '@muster/contract/computer'
import type { ControlSettings } from '@muster/contract/controls'
import type { MessageRole, Scope } from '@muster/contract/enumerations'
import type { ContentBlock } from '@muster/contract/message'
import type { PublishReport } from '@muster/contract/readiness-report'
import type { SessionSettingsInput, TokenUsage } from '@muster/contract/session'

/** What an agent does in answer to a message. */
export interface Turn {
  readonly messages: readonly {
    readonly role: Exclude<MessageRole, 'user'>
    readonly content: readonly ContentBlock[]
    readonly at: number
  }[]
  readonly usage: TokenUsage
  readonly model: string
}

/** Something that a person does besides using agents, as data. It depends only on the seed. */
export type Happening = When & What

interface When {
  /** In Unix milliseconds. */
  readonly time: number
  /** The e-mail of the person; absent for the organization's first owner. */
  readonly by?: string
}

/** Computers are identified by name, keys by name and user, and sessions by a text of the story. */
type What =
  | { readonly kind: 'register_computer'; readonly body: RegisterComputer }
  | {
      readonly kind: 'provision_computer'
      readonly name: string
      readonly failure?: { readonly step: ProvisioningStep['id']; readonly error: string }
    }
  | { readonly kind: 'leave_computer'; readonly name: string; readonly agent: { id: string; version: string } }
  | { readonly kind: 'replace_controls'; readonly settings: ControlSettings }
  | { readonly kind: 'create_key'; readonly name: string; readonly scopes: Scope[]; readonly expiresAt?: number }
  | { readonly kind: 'revoke_key'; readonly name: string }
  | { readonly kind: 'publish_report'; readonly body: PublishReport }
  | {
      readonly kind: 'create_session'
      readonly session: string
      readonly computer: string
      readonly title: string
      readonly settings: SessionSettingsInput
    }
  | { readonly kind: 'post_message'; readonly session: string; readonly text: string }
  | { readonly kind: 'end_turn'; readonly session: string; readonly turn: Turn }
  | { readonly kind: 'archive_session'; readonly session: string }
  | { readonly kind: 'send_events'; readonly events: readonly object[] }
