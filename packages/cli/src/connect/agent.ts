import type { Edit } from './edits/edit.ts'

/** Where an agent is to send its telemetry, and with which key. */
export interface Target {
  /** The address of Muster, without a path of OTLP. */
  readonly url: string
  readonly key: string
}

/** Whose settings: agents look for theirs in the home directory, or where a variable says. */
export interface SettingsHome {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface Wishes {
  /** Whether the agent may also send what it was asked and what it did, so that more can be counted. */
  readonly withContent: boolean
}

/** An agent that `muster connect` knows the settings of. */
export interface Agent {
  readonly name: string
  /** How it sends its records with these settings; a check is sent alike. */
  readonly encoding: 'json' | 'protobuf'
  edits(place: SettingsHome, target: Target, wishes: Wishes): Promise<readonly Edit[]>
  /** Where it sends to now, if its settings say so. */
  find(place: SettingsHome): Promise<Target | undefined>
  /** What leaves the machine with these settings, in plain words. */
  sends(wishes: Wishes): string
  /** What the settings alone cannot do. */
  readonly afterwards?: (place: SettingsHome) => string | undefined
  /** What would stand in the way of the settings here: in this directory and with this environment. */
  readonly obstacles?: (place: SettingsHome, directory: string, target: Target) => Promise<readonly string[]>
}
