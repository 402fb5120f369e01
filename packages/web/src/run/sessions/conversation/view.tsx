import type { Session } from '@muster/contract/session'
import { lazy, Suspense, useState } from 'react'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Empty, Failure, Skeleton } from '../../../ui/states.tsx'
import type { ChosenFile } from './chosen-file.ts'
import { Composer } from './composer.tsx'
import type { Snapshot } from './conversation.ts'
import { ConversationHeader } from './header.tsx'
import { MessagesSkeleton } from './messages-skeleton.tsx'
import type { Row } from './rows.ts'
import type { SettingsChange } from './settings-dialog.tsx'
import { Spoken } from './spoken.tsx'

/** The code that renders messages loads while the messages are requested. */
const Messages = lazy(async () => ({ default: (await import('./messages.tsx')).Messages }))
/** Loaded when the agent asks a question. */
const QuestionCard = lazy(async () => ({ default: (await import('./question-card.tsx')).QuestionCard }))
/** Loaded when the person opens the settings. */
const SettingsDialog = lazy(async () => ({ default: (await import('./settings-dialog.tsx')).SettingsDialog }))

export interface ConversationActions {
  readonly send: (text: string, files: readonly ChosenFile[]) => Promise<void>
  readonly interrupt: () => void
  readonly takeBack: (messageId: string) => void
  readonly answer: (permissionId: string, optionId: string, reason?: string) => void
  readonly save: (change: SettingsChange) => Promise<void>
  readonly archive: (isArchived: boolean) => Promise<void>
  readonly remove: () => Promise<void>
  readonly loadEarlier: () => void
}

interface ConversationViewProps {
  readonly now: Snapshot
  readonly rows: readonly Row[]
  readonly computerName: string | undefined
  /** When the computer was last connected, if it is not now. */
  readonly lastSeenAt: number | undefined
  readonly draft: string
  readonly onDraft: (text: string) => void
  readonly actions: ConversationActions
  /** The error of the last attempted action. */
  readonly fault: unknown
  readonly isAnswering: boolean
}

export function ConversationView(props: ConversationViewProps) {
  const { now, rows, actions, fault } = props
  const [isSettings, setSettings] = useState(false)
  const { session } = now
  if (now.error && !session) {
    return (
      <>
        <PageHeader title="Session" />
        <Failure error={now.error} />
      </>
    )
  }
  return (
    <div className="-mx-4 -my-5 flex h-[calc(100dvh-3rem)] flex-col sm:-mx-6 lg:-mx-8 lg:-my-7 lg:h-dvh">
      {session ? (
        <ConversationHeader
          session={session}
          computerName={props.computerName}
          lastSeenAt={props.lastSeenAt}
          isLost={now.isLost}
          onSettings={() => setSettings(true)}
        />
      ) : (
        <header className="border-b border-line px-4 py-2.5 sm:px-6">
          <h1 className="sr-only">Session</h1>
          <Skeleton className="h-10 w-72" />
        </header>
      )}
      {now.isLoaded && rows.length === 0 ? (
        <div className="flex-1">
          <Empty icon="chat" title="Nothing was said yet">
            Write below what the agent shall do.
          </Empty>
        </div>
      ) : (
        <Suspense fallback={<MessagesSkeleton />}>
          <Spoken rows={rows} isLoaded={now.isLoaded} />
          <Messages now={now} rows={rows} onEarlier={actions.loadEarlier} onTakeBack={actions.takeBack} />
        </Suspense>
      )}
      <div className="mx-auto w-full max-w-3xl space-y-2 px-4 pb-4 sm:px-6">
        {now.questions.map((question) => (
          <Suspense key={question.id}>
            <QuestionCard
              question={question}
              isAnswering={props.isAnswering}
              onAnswer={(optionId, reason) => actions.answer(question.id, optionId, reason)}
            />
          </Suspense>
        ))}
        {now.error !== undefined && <Failure error={now.error} />}
        {fault !== undefined && <Failure error={fault} />}
        {session && <Writing session={session} {...props} />}
      </div>
      {session && isSettings && (
        <Suspense>
          <SettingsDialog
            session={session}
            onClose={() => setSettings(false)}
            onSave={actions.save}
            onArchive={actions.archive}
            onDelete={actions.remove}
          />
        </Suspense>
      )}
    </div>
  )
}

function Writing({ session, draft, onDraft, actions }: ConversationViewProps & { readonly session: Session }) {
  if (session.sessionSettings?.archivedAt)
    return (
      <p className="py-3 text-center text-[13px] text-muted">
        This session is in the archive. Its settings bring it back.
      </p>
    )
  if (!session.computerId)
    return (
      <p className="py-3 text-center text-[13px] text-muted">Its computer is gone, so nothing can be added here.</p>
    )
  const isBusy = session.status !== 'idle'
  return (
    <Composer
      text={draft}
      onText={onDraft}
      onSend={actions.send}
      isBusy={isBusy}
      onInterrupt={session.statusReason === 'interrupting' ? undefined : actions.interrupt}
      placeholder={isBusy ? 'What shall it do next?' : 'What shall the agent do?'}
    />
  )
}
