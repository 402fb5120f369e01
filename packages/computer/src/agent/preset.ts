import type { AgentId } from '@muster/contract/agents'
import type { Policy } from '@muster/contract/relay/to-computer'
import type { UsageWay } from '../transcript/read-usage.ts'

/** An agent that we know how to start, as data. */
export interface AgentPreset {
  readonly id: string
  readonly title: string
  /** The program and its arguments. Nothing is ever downloaded to run it. */
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** A file of settings of ours, and the variable that names it. The machine's own file goes before, when there is one. */
  readonly settings?: { readonly variable: string; readonly file: string; readonly unlessThereIs: string }
  /** What is said beside the opening of a session, to an agent that takes its settings there. */
  readonly sessionMeta?: (policy: Pick<Policy, 'includeCoAuthoredByAgent'>) => Readonly<Record<string, unknown>>
  /** What it always does without asking, as the end of a sentence that begins with its name. */
  readonly unasked?: string
  /** What its figures of tokens are about. */
  readonly usage: UsageWay
  /** Its input counts what came from the cache too; ours does not. */
  readonly inputHasCache?: true
  /** Its modes: the one in which it asks us before it does something, and the one in which it only plans. */
  readonly modes?: { readonly ask?: string; readonly plan?: string }
  /** Ways to sign in that need nobody at the screen, with the variable that makes them possible. */
  readonly authenticate?: readonly { readonly method: string; readonly variable?: string }[]
  /** How a person signs in on the computer. */
  readonly signIn: string
  /** How it is installed. */
  readonly install: string
  /** The versions that were tried: from the first, below the second. */
  readonly tested?: readonly [from: string, below: string]
  /** Raises hook events by itself when its settings are connected with ours. */
  readonly hookAgent?: AgentId
  /** Files that show that somebody has signed in, below the home. */
  readonly signedInFiles?: readonly string[]
  /** Variables that are as good as signing in. */
  readonly keyVariables?: readonly string[]
  /** Folders below the home where it keeps its own things; it may write there when it is confined. */
  readonly stateFolders: readonly string[]
}
