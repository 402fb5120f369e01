import type { AutonomyLevel } from '@muster/contract/enumerations'
import type { Session } from '@muster/contract/session'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { detailOf } from '../../../ui/states.tsx'
import { AutonomyChoice } from '../autonomy-choice.tsx'
import { autonomyLevels } from '../autonomy-levels.ts'

export interface SettingsChange {
  readonly title: string | null
  readonly model: string | undefined
  readonly autonomyLevel: AutonomyLevel | undefined
}

interface SettingsDialogProps {
  readonly session: Session
  readonly onClose: () => void
  readonly onSave: (change: SettingsChange) => Promise<void>
  readonly onArchive: (isArchived: boolean) => Promise<void>
  readonly onDelete: () => Promise<void>
}

export function SettingsDialog(props: SettingsDialogProps) {
  return (
    <Dialog title="Settings of the session" isOpen onClose={props.onClose}>
      <SettingsForm {...props} />
    </Dialog>
  )
}

function SettingsForm({ session, onClose, onSave, onArchive, onDelete }: SettingsDialogProps) {
  const { sessionSettings: settings = {} } = session
  const [title, setTitle] = useState(session.title ?? '')
  const [model, setModel] = useState(settings.model ?? '')
  const [autonomy, setAutonomy] = useState(autonomyLevels.find((level) => level === settings.autonomyLevel))
  const [error, setError] = useState<string>()
  const [isSure, setSure] = useState(false)
  const isArchived = settings.archivedAt !== undefined
  const attempt = async (work: () => Promise<void>) => {
    setError(undefined)
    try {
      await work()
      onClose()
    } catch (fault) {
      setError(detailOf(fault))
    }
  }
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        const change = { title: title.trim() || null, model: model.trim() || undefined, autonomyLevel: autonomy }
        void attempt(() => onSave(change))
      }}
    >
      <Field label="Title" value={title} maxLength={200} onChange={(event) => setTitle(event.target.value)} />
      <Field
        label="Model"
        value={model}
        maxLength={200}
        placeholder="As the agent chooses"
        hint="Holds from the next message on."
        onChange={(event) => setModel(event.target.value)}
      />
      <AutonomyChoice value={autonomy} onChange={setAutonomy} />
      {error && (
        <p role="alert" className="text-[13px] text-bad">
          {error}
        </p>
      )}
      <div className="flex flex-wrap justify-between gap-2 border-t border-line pt-4">
        <div className="flex gap-2">
          <Button onClick={() => void attempt(() => onArchive(!isArchived))}>
            {isArchived ? 'Unarchive' : 'Archive'}
          </Button>
          <Button look="danger" onClick={() => (isSure ? void attempt(onDelete) : setSure(true))}>
            {isSure ? 'Delete for good' : 'Delete'}
          </Button>
        </div>
        <Button type="submit" look="solid">
          Save
        </Button>
      </div>
    </form>
  )
}
