import type { ProvisioningStep } from './computer.ts'

/**
 * Messages between the service and a computer on its own host, as lines of JSON on the standard input and output of
 * that process. The end of its input means that the service is gone.
 */
export interface ManagedStart {
  readonly computerId: string
  readonly name: string
  readonly serviceUrl: string
  readonly relayUrl: string
  /** The computer's own folder; everything of it is inside. */
  readonly directory: string
  /** An agent by its name, or a command line; the first that is installed when left out. */
  readonly agent?: string | undefined
  /** It does not start without confinement. */
  readonly mustConfine: boolean
  readonly version: string
}

/** Given on request, so that an earlier process keeps its own as long as it works. */
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
