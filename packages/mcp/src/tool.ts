import type { Client } from '@muster/sdk'
import type { Static, TObject } from 'typebox'

/** Who asks, and until when the answer is of use. */
export interface ToolContext {
  readonly client: Client
  readonly signal: AbortSignal
}

/** One thing that an agent may ask. What it may see and do is decided by the service, for the bearer of the client. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: TObject
  /** Nothing changes when it is called. */
  readonly readOnly: boolean
  readonly run: (input: never, context: ToolContext) => Promise<unknown>
}

export function tool<const Input extends TObject>(
  definition: Omit<Tool, 'input' | 'run'> & {
    readonly input: Input
    readonly run: (input: Static<Input>, context: ToolContext) => Promise<unknown>
  },
): Tool {
  return definition
}
