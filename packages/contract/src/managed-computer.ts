import type { ProvisioningStep } from './computer.ts'

/**
 * Messages between the service and a computer on its own host, as lines of JSON on the standard input and output of the
 * computer's process. The end of its input means that the service is gone.
 */
export interface ManagedStart {
  readonly computerId: string
  readonly name: string
  readonly serviceUrl: string
  readonly relayUrl: string
  /** The computer's own folder, which contains all of its files. */
  readonly directory: string
  /** The name of an agent, or a command line; if absent, the first installed agent. */
  readonly agent?: string | undefined
  /** The computer refuses to start without a sandbox. */
  readonly mustConfine: boolean
  readonly version: string
}

/** Sent on request, so that an earlier process keeps its credential as long as it works. */
export interface ManagedCredential {
  readonly credential: string
}

export type ManagedReport =
  | {
      readonly kind: 'step'
      readonly step: ProvisioningStep['id']
      readonly status: 'running' | 'completed' | 'failed'
      readonly error?: string
    }
  | { readonly kind: 'needs_credential' }
  | { readonly kind: 'log'; readonly text: string }
