import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LongText } from '../../../ui/long-text.tsx'
import { plainText } from '../../../ui/plain-text.ts'
import { ago, exactTime } from '../../../ui/time.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { Attachment } from './attachment.tsx'
import { Foldable } from './foldable.tsx'
import type { Row } from './rows.ts'
import { ToolRow } from './tool-row.tsx'
import { UserText } from './user-text.tsx'

/** Longer texts of an agent are shown without formatting. */
const markdownLength = 60_000

interface RowViewProps {
  readonly row: Row
  readonly onTakeBack?: ((messageId: string) => void) | undefined
}

export function RowView({ row, onTakeBack }: RowViewProps) {
  switch (row.kind) {
    case 'user':
      return <UserRow row={row} onTakeBack={onTakeBack} />
    case 'text':
      return (
        <>
          <span className="sr-only">Agent:</span>
          <AgentText text={row.text} />
        </>
      )
    case 'preview':
      return (
        <div aria-busy="true">
          <AgentText text={row.text} />
        </div>
      )
    case 'thinking':
      return (
        <Foldable
          id={row.key}
          icon="bulb"
          title="Thought"
          about={plainText(row.text.slice(0, 200)).replace(/[*`#]+/g, '')}
        >
          <div className="text-[13px] text-muted">
            <AgentText text={row.text} />
          </div>
        </Foldable>
      )
    case 'tool':
      return <ToolRow id={row.key} use={row.use} result={row.result} isOver={row.isOver} />
    case 'note':
      return (
        <div
          className={`flex gap-2 rounded-md px-3 py-2 text-[13px] ${row.isError ? 'bg-bad-soft' : 'bg-sunken text-muted'}`}
        >
          <Icon name={row.isError ? 'alert' : 'info'} className={`mt-0.5 ${row.isError ? 'text-bad' : ''}`} />
          <div className="min-w-0">
            <LongText text={row.text} />
          </div>
        </div>
      )
    default:
      return <Attachment row={row} />
  }
}

function AgentText({ text }: { text: string }) {
  return text.length > markdownLength ? <LongText text={text} /> : <Markdown text={text} />
}

type UserRowData = Extract<Row, { kind: 'user' }>

function UserRow({ row, onTakeBack }: { row: UserRowData; onTakeBack: RowViewProps['onTakeBack'] }) {
  const { message, isWaiting, text } = row
  return (
    <div className="mt-2 ml-auto w-fit max-w-[85%]">
      <div
        className={`rounded-xl rounded-br-sm px-3.5 py-2.5 ${isWaiting ? 'border border-dashed border-line-strong' : 'bg-accent-soft'}`}
      >
        <span className="sr-only">Person:</span>
        {text === '' ? <p className="text-muted">(attachments)</p> : <UserText text={text} />}
      </div>
      <p className="mt-1 flex h-6 items-center justify-end gap-2 text-2xs text-muted">
        <time dateTime={new Date(message.createdAt).toISOString()} title={exactTime(message.createdAt)}>
          {ago(message.createdAt)}
        </time>
        {isWaiting && <span>Queued</span>}
        {isWaiting && onTakeBack && (
          <Button size="small" look="quiet" onClick={() => onTakeBack(message.id)}>
            Take back
          </Button>
        )}
      </p>
    </div>
  )
}
