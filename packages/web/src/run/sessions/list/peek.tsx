import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { plainText } from '../../../ui/plain-text.ts'
import { Failure } from '../../../ui/states.tsx'
import { MessageList } from '../conversation/message-list.tsx'
import { RowView } from '../conversation/row-view.tsx'
import { useConversation } from '../conversation/use-conversation.ts'
import { titleOf } from '../status.ts'
import { StatusMark } from '../status-mark.tsx'

/** A read-only view of a session beside the list. */
export function Peek({ sessionId, onClose }: { sessionId: string; onClose: () => void }) {
  return (
    <Dialog title="Peek" isOpen onClose={onClose} side="right">
      <PeekBody key={sessionId} sessionId={sessionId} />
    </Dialog>
  )
}

function PeekBody({ sessionId }: { sessionId: string }) {
  const { conversation, now, rows } = useConversation(sessionId)
  if (now.error) return <Failure error={now.error} />
  return (
    <div className="-mx-5 -my-4 flex h-[calc(100dvh-3.1rem)] flex-col">
      <div className="flex items-center gap-3 border-b border-line px-5 py-2.5">
        <div className="min-w-0 flex-1">
          <p className="truncate text-[13px] font-medium">{now.session ? plainText(titleOf(now.session)) : '…'}</p>
          {now.session && <StatusMark session={now.session} />}
        </div>
        <Link to="/sessions/$sessionId" params={{ sessionId } as never} className={buttonClass('solid')}>
          Open
        </Link>
      </div>
      <MessageList
        rows={rows}
        isLoaded={now.isLoaded}
        hasEarlier={now.hasEarlier}
        onEarlier={() => void conversation.loadEarlier()}
      >
        {(row) => <RowView row={row} />}
      </MessageList>
    </div>
  )
}
