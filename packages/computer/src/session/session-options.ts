import type { FrameFromComputer } from '@muster/contract/relay/from-computer'
import type { SendRate } from '@muster/contract/relay/send-rate'
import type { Policy } from '@muster/contract/relay/to-computer'
import type { Reporter } from '@muster/hooks/report/reporter'
import type { AgentPreset } from '../agent/preset.ts'
import type { FolderOptions } from '../agent/work-folder.ts'
import type { Place } from '../place/place.ts'
import type { Enclosure } from '../sandbox/enclosed.ts'
import type { MountPoints } from '../sandbox/mount-points.ts'
import type { Confinement } from '../sandbox/probe.ts'
import type { AgentSlots } from './agent-slots.ts'
import type { Times } from './times.ts'

/** Shared by all sessions of a computer. */
export interface SessionOptions {
  readonly place: Place
  /** Marks the processes of this computer's agents. */
  readonly mark: string
  readonly preset: AgentPreset
  readonly env: NodeJS.ProcessEnv
  readonly home: string
  readonly folders: FolderOptions
  readonly times: Times
  readonly version: string
  readonly slots: AgentSlots
  readonly reporter: Reporter | undefined
  readonly confinement: () => Promise<Confinement>
  readonly enclosure?: Enclosure | undefined
  readonly points: MountPoints
  readonly policy: () => Policy
  /** Returns whether the frame was sent. */
  readonly send: (frame: FrameFromComputer) => boolean
  /** The maximum rate for unfinished messages of agents. */
  readonly previewRate: SendRate
  readonly now: () => number
  readonly newId: () => string
  readonly onLog: (text: string) => void
}
