import type { Permission, PermissionOption } from '@muster/contract/permission'
import { questionDetail, unsaidCommand } from '@muster/contract/question-detail'
import { Button } from '../../../ui/button.tsx'
import { CodeWords } from '../../../ui/code-words.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LongText } from '../../../ui/long-text.tsx'
import { plainText } from '../../../ui/plain-text.ts'
import { Diff } from './lazy-diff.tsx'
import { fileChange } from './tool-summary.ts'

interface QuestionCardProps {
  readonly question: Permission
  readonly isAnswering: boolean
  readonly onAnswer: (optionId: string) => void
}

/** The question of the agent, with the answers that it offers. */
export function QuestionCard({ question, isAnswering, onAnswer }: QuestionCardProps) {
  const { toolCall, options } = question
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
      <div className="mt-3 flex flex-wrap gap-2">
        {options.map(({ id, name, kind }) => (
          <Button
            key={id}
            look={lookOf(kind)}
            disabled={isAnswering}
            onClick={() => onAnswer(id)}
            title={kind.endsWith('always') ? 'For the rest of the session' : undefined}
          >
            {plainText(name)}
          </Button>
        ))}
      </div>
    </section>
  )
}

function lookOf(kind: PermissionOption['kind']): 'solid' | 'outline' | 'danger' {
  return kind === 'allow_once' ? 'solid' : kind.startsWith('allow') ? 'outline' : 'danger'
}
