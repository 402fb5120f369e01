import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Failure } from './states.tsx'

interface ConfirmProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The label of the button, which says what happens. */
  readonly action: string
  readonly onConfirm: () => Promise<unknown>
  readonly children: ReactNode
}

/** Asks before an action that cannot be undone. */
export function Confirm({ title, isOpen, onClose, action, onConfirm, children }: ConfirmProps) {
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const close = () => {
    setError(undefined)
    onClose()
  }
  const confirm = async () => {
    setBusy(true)
    setError(undefined)
    await onConfirm().then(close, setError)
    setBusy(false)
  }
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close}>
      <div className="space-y-4">
        <div className="break-words text-muted">{children}</div>
        {error !== undefined && <Failure error={error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Button look="danger" disabled={isBusy} onClick={() => void confirm()}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
