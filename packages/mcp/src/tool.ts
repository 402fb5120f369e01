import type { Client } from '@muster/sdk'
import type { Static, TObject } from 'typebox'

/** The client of the caller, and a signal that aborts when the answer is no longer needed. */
interface ToolContext {
  readonly client: Client
  readonly signal: AbortSignal
}

/** One tool for agents. The service decides what it may see and do, for the bearer of the client. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: TObject
  /** Whether a call changes nothing. */
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
