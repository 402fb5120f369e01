import type { AgentId } from '@muster/contract/agents'
import type { Policy } from '@muster/contract/relay/to-computer'
import type { UsageWay } from '../transcript/read-usage.ts'

/** Values for options of an agent, by option category or id. */
export type ModeSettings = Readonly<Record<string, string>>

/** A known agent and how to start it, as data. */
export interface AgentPreset {
  readonly id: string
  readonly title: string
  /** The program and its arguments. Starting it downloads nothing. */
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Our settings file, and the variable that names it. The machine's own file takes precedence. */
  readonly settings?: { readonly variable: string; readonly file: string; readonly unlessThereIs: string }
  /** Settings sent when a session is opened, for agents that accept them there. */
  readonly sessionMeta?: (policy: Pick<Policy, 'includeCoAuthoredByAgent'>) => Readonly<Record<string, unknown>>
  /** What it always does without asking, to complete a sentence that begins with its name. */
  readonly unasked?: string
  /** What its token numbers refer to. */
  readonly usage: UsageWay
  /** Its input tokens include cached ones; ours do not. */
  readonly inputHasCache?: true
  /** The mode in which it asks before it acts, and the one in which it only plans. */
  readonly modes?: { readonly ask?: ModeSettings; readonly plan?: ModeSettings }
  /** The title of a call is the only place with the command line. */
  readonly titleIsCommand?: true
  /** Sign-in methods that need no person, each with the variable that enables it. */
  readonly authenticate?: readonly { readonly method: string; readonly variable?: string }[]
  /** How a person signs in on the computer. */
  readonly signIn: string
  /** How it is installed. */
  readonly install: string
  /** The tested versions: from the first (inclusive) to the second (exclusive). */
  readonly tested?: readonly [from: string, below: string]
  /** Set if the agent raises hook events itself once its settings are connected with ours. */
  readonly hookAgent?: AgentId
  /** Files below the home that exist if somebody has signed in. */
  readonly signedInFiles?: readonly string[]
  /** Variables with a key that replaces signing in. */
  readonly keyVariables?: readonly string[]
  /** The agent's own folders below the home. In a sandbox, each session has its own copies. */
  readonly stateFolders: readonly string[]
  /** Settings of the user inside those folders that a sandboxed agent may read, with the originals below the home. */
  readonly userSettings?: Readonly<Record<string, string>>
  /** A folder of a project that the agent must be able to write. In a sandbox, its writes there are discarded. */
  readonly projectFolder?: string
  /** The agent renews its sign-in tokens, which invalidates the old ones. */
  readonly isSignInRenewed?: true
  /** Set in a sandbox; a path may begin with `~/`. */
  readonly confinedEnv?: Readonly<Record<string, string>>
}
