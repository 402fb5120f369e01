import type { Snapshot } from './conversation.ts'
import { MessageList } from './message-list.tsx'
import { RowView } from './row-view.tsx'
import type { Row } from './rows.ts'

interface MessagesProps {
  readonly now: Snapshot
  readonly rows: readonly Row[]
  readonly onEarlier: () => void
  readonly onTakeBack: (messageId: string) => void
}

export function Messages({ now, rows, onEarlier, onTakeBack }: MessagesProps) {
  return (
    <MessageList rows={rows} isLoaded={now.isLoaded} hasEarlier={now.hasEarlier} onEarlier={onEarlier}>
      {(row) => <RowView row={row} onTakeBack={onTakeBack} />}
    </MessageList>
  )
}
