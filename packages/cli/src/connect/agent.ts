import type { Edit } from './edits/edit.ts'

/** The address for an agent's telemetry, and the key. */
export interface Target {
  /** The address of Muster, without an OTLP path. */
  readonly url: string
  readonly key: string
}

/** The user whose settings are changed: agents use the home directory, or a path in a variable. */
export interface SettingsHome {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface Wishes {
  /** Whether the agent may also send prompts and tool content, so that more can be counted. */
  readonly withContent: boolean
}

/** An agent whose settings `muster connect` knows. */
export interface Agent {
  readonly name: string
  /** The encoding of its records with these settings; the check uses the same. */
  readonly encoding: 'json' | 'protobuf'
  edits(place: SettingsHome, target: Target, wishes: Wishes): Promise<readonly Edit[]>
  /** The address and key in its current settings, if any. */
  find(place: SettingsHome): Promise<Target | undefined>
  /** The data that these settings send, in plain words. */
  sends(wishes: Wishes): string
  /** What a person must do besides the change of the settings. */
  readonly afterwards?: (place: SettingsHome) => string | undefined
  /** Settings in this directory and environment that would override ours. */
  readonly obstacles?: (place: SettingsHome, directory: string, target: Target) => Promise<readonly string[]>
}
