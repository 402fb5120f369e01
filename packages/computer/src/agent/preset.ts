import type { AgentId } from '@muster/contract/agents'
import type { Policy } from '@muster/contract/relay/to-computer'
import type { UsageWay } from '../transcript/read-usage.ts'

/** Values of options of an agent, by the category or the id of each. */
export type ModeSettings = Readonly<Record<string, string>>

/** A known agent and how to start it, as data. */
export interface AgentPreset {
  readonly id: string
  readonly title: string
  /** The program and its arguments. Nothing is downloaded to run it. */
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Our settings file, and the variable that names it. The machine's own file takes precedence. */
  readonly settings?: { readonly variable: string; readonly file: string; readonly unlessThereIs: string }
  /** Settings that are sent with the opening of a session, for agents that take them there. */
  readonly sessionMeta?: (policy: Pick<Policy, 'includeCoAuthoredByAgent'>) => Readonly<Record<string, unknown>>
  /** What it always does without asking, as the end of a sentence that begins with its name. */
  readonly unasked?: string
  /** What its numbers of tokens refer to. */
  readonly usage: UsageWay
  /** Its input includes the cache; ours does not. */
  readonly inputHasCache?: true
  /** Its modes: in which it asks us before it acts, and in which it only plans. */
  readonly modes?: { readonly ask?: ModeSettings; readonly plan?: ModeSettings }
  /** It tells the command line of a command as the title of the call, and nowhere else. */
  readonly titleIsCommand?: true
  /** Methods to sign in that need no person, each with the variable that enables it. */
  readonly authenticate?: readonly { readonly method: string; readonly variable?: string }[]
  /** How a person signs in on the computer. */
  readonly signIn: string
  /** How it is installed. */
  readonly install: string
  /** The tested versions: from the first, below the second. */
  readonly tested?: readonly [from: string, below: string]
  /** Set if it raises hook events by itself once its settings are connected with ours. */
  readonly hookAgent?: AgentId
  /** Files below the home that show that somebody has signed in. */
  readonly signedInFiles?: readonly string[]
  /** Variables that replace signing in. */
  readonly keyVariables?: readonly string[]
  /** Folders below the home for its own files. When it is confined, each session has its own. */
  readonly stateFolders: readonly string[]
  /** Settings of its user in these, which it gets to read when it is confined: each with the original, below the home. */
  readonly userSettings?: Readonly<Record<string, string>>
  /** A folder of a project in which it must be able to write. When it is confined, nothing of that stays. */
  readonly projectFolder?: string
  /** It renews the tokens with which it is signed in, and the old ones are void then. */
  readonly isSignInRenewed?: true
  /** Set when it is confined; a path may begin with `~/`. */
  readonly confinedEnv?: Readonly<Record<string, string>>
}
