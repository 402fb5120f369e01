import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { detailOf } from '../../../ui/states.tsx'
import { type ChosenFile, mostFiles } from './chosen-file.ts'
import { ChosenFiles } from './chosen-files.tsx'

interface ComposerProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onSend: (text: string, files: readonly ChosenFile[]) => Promise<void>
  readonly isBusy: boolean
  readonly onInterrupt?: (() => void) | undefined
  readonly placeholder: string
}

/** The field for a new message. The text is kept until the service has stored it. */
export function Composer({ text, onText, onSend, isBusy, onInterrupt, placeholder }: ComposerProps) {
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const canSend = !isSending && (text.trim() !== '' || files.length > 0)

  const add = async (chosen: readonly File[]) => {
    if (chosen.length === 0) return
    setError(undefined)
    try {
      const { readFiles } = await import('./read-files.ts')
      const read = await readFiles(chosen)
      const all = [...files, ...read.filter(({ key }) => files.every((each) => each.key !== key))]
      if (all.length > mostFiles) setError(`A message takes ${mostFiles} files at the most.`)
      setFiles(all.slice(0, mostFiles))
    } catch (fault) {
      setError(detailOf(fault))
    }
  }
  const send = async () => {
    if (!canSend) return
    setSending(true)
    setError(undefined)
    try {
      await onSend(text, files)
      onText('')
      setFiles([])
    } catch (fault) {
      setError(detailOf(fault))
    } finally {
      setSending(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    void add([...event.clipboardData.files])
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    void add([...event.dataTransfer.files])
  }

  return (
    <form
      aria-label="Message"
      className="card focus-within:border-line-strong"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <ChosenFiles files={files} onRemove={(key) => setFiles(files.filter((each) => each.key !== key))} />
      <textarea
        aria-label="Message to the agent"
        value={text}
        rows={Math.min(10, Math.max(2, text.slice(0, 5000).split('\n').length))}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        placeholder={placeholder}
        className="block w-full resize-none bg-transparent px-4 pt-3 pb-1 outline-none"
      />
      {error && (
        <p role="alert" className="px-4 pb-1 text-xs text-bad">
          {error}
        </p>
      )}
      <div className="flex items-center gap-1 px-2 pb-2">
        <input
          ref={chooser}
          type="file"
          multiple
          aria-label="Files to attach"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            void add([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <IconButton label="Attach files" icon="clip" onClick={() => chooser.current?.click()} />
        <p className="flex-1 truncate px-1 text-2xs text-muted max-sm:sr-only">
          Enter sends, Shift Enter begins a new line
        </p>
        <span className="flex-1 sm:hidden" />
        {isBusy && onInterrupt && (
          <Button look="danger" icon="stop" onClick={onInterrupt}>
            Stop
          </Button>
        )}
        <Button type="submit" look="solid" icon="send" disabled={!canSend}>
          {isBusy ? 'Queue' : 'Send'}
        </Button>
      </div>
    </form>
  )
}
