import type { Permission, PermissionOption } from '@muster/contract/permission'
import { questionDetail, unsaidCommand } from '@muster/contract/question-detail'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CodeWords } from '../../../ui/code-words.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LongText } from '../../../ui/long-text.tsx'
import { plainText } from '../../../ui/plain-text.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { Diff } from './lazy-diff.tsx'
import { fileChange } from './tool-summary.ts'

interface QuestionCardProps {
  readonly question: Permission
  readonly isAnswering: boolean
  /** With a reason, the agent gets it as the next message. */
  readonly onAnswer: (optionId: string, reason?: string) => void
}

/** The question of the agent, with the answers that it offers. */
export function QuestionCard({ question, isAnswering, onAnswer }: QuestionCardProps) {
  const { toolCall, options } = question
  const [isRefusing, setRefusing] = useState(false)
  const refusal = options.find(({ kind }) => kind === 'reject_once')
  const { command, isUnsaid, texts, changes } = questionDetail(toolCall)
  const told = changes.map(({ path, oldText = '', newText }) => ({ path, before: oldText, after: newText }))
  const files = told.length > 0 ? told : [fileChange(toolCall.input) ?? []].flat()
  const hasInput = Object.keys(toolCall.input).length > 0
  return (
    <section aria-label="The agent asks" className="card border-warn bg-warn-soft px-4 py-3">
      <p className="flex items-start gap-2 font-medium">
        <Icon name="shield" className="mt-0.5 text-warn" />
        <span className="min-w-0 break-words">
          The agent asks: <CodeWords text={toolCall.title.slice(0, 500)} />
        </span>
      </p>
      <div className="mt-2 max-h-48 overflow-auto">
        {files.map((change) => (
          <Diff key={`${change.path} ${change.after}`} change={change} />
        ))}
        {files.length === 0 && hasInput && (
          <LongText
            text={command === undefined ? JSON.stringify(toolCall.input, null, 2) : `$ ${command}`}
            className="font-mono text-xs"
          />
        )}
        {texts.map((text) => (
          <LongText key={text} text={text} className="text-sm" />
        ))}
      </div>
      {isUnsaid && <p className="mt-2 text-sm text-warn">{unsaidCommand}</p>}
      {isRefusing && refusal ? (
        <Reason
          isAnswering={isAnswering}
          onBack={() => setRefusing(false)}
          onSend={(text) => onAnswer(refusal.id, text)}
        />
      ) : (
        <div className="mt-3 flex flex-wrap gap-2 max-sm:flex-col">
          {options.map((option) => (
            <Button
              key={option.id}
              look={lookOf(option.kind)}
              disabled={isAnswering}
              onClick={() => onAnswer(option.id)}
              title={plainText(option.name)}
            >
              {wordsOf(option, options)}
            </Button>
          ))}
          {refusal && (
            <Button look="quiet" disabled={isAnswering} onClick={() => setRefusing(true)}>
              Refuse with a reason
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

interface ReasonProps {
  readonly isAnswering: boolean
  readonly onBack: () => void
  readonly onSend: (text: string) => void
}

function Reason({ isAnswering, onBack, onSend }: ReasonProps) {
  const [text, setText] = useState('')
  return (
    <form
      className="mt-3 space-y-2"
      onSubmit={(event) => {
        event.preventDefault()
        onSend(text.trim())
      }}
    >
      <TextArea
        label="What the agent shall do instead"
        hint="It is refused, and gets this as the next message."
        rows={2}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="flex flex-wrap gap-2 max-sm:flex-col">
        <Button type="submit" look="danger" disabled={isAnswering || text.trim() === ''}>
          Refuse and send
        </Button>
        <Button look="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}

const words: Readonly<Record<PermissionOption['kind'], string>> = {
  allow_once: 'Allow once',
  allow_always: 'Allow for this session',
  reject_once: 'Refuse',
  reject_always: 'Refuse for this session',
}

/** The same words whatever the agent, unless it offers several options of a kind, which only its own words tell apart. */
function wordsOf({ kind, name }: PermissionOption, all: readonly PermissionOption[]): string {
  return all.filter((other) => other.kind === kind).length === 1 ? words[kind] : plainText(name)
}

function lookOf(kind: PermissionOption['kind']): 'solid' | 'outline' | 'danger' {
  return kind === 'allow_once' ? 'solid' : kind.startsWith('allow') ? 'outline' : 'danger'
}
