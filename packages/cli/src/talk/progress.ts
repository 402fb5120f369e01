import type { Message } from '@muster/contract/message'
import type { Permission } from '@muster/contract/permission'
import { questionDetail, unsaidCommand } from '@muster/contract/question-detail'
import type { Session } from '@muster/contract/session'
import type { Output } from '../terminal/output.ts'
import { oneLine, truncate } from '../terminal/width.ts'
import { toolSummary } from './tool-summary.ts'

/** Progress messages on standard error while an agent works. */
export function progressOf(out: Output, questions: 'reject' | 'allow' | 'wait') {
  const toldTools = new Set<string>()
  let wasOffline = false
  const isWatched = process.stderr.isTTY === true && !out.json
  return {
    onSession({ statusReason }: Session) {
      const isOffline = statusReason === 'computer_offline'
      if (isOffline && !wasOffline) out.note(offlineNote)
      wasOffline = isOffline
    },
    onMessage({ content }: Message) {
      for (const block of content) {
        if (!isWatched || block.type !== 'tool_use' || toldTools.has(block.id)) continue
        toldTools.add(block.id)
        out.note(truncate(`· ${toolSummary(block.name, block.input)}`, out.width - 1))
      }
    },
    onQuestion({ toolCall }: Permission) {
      const title = oneLine(questionLine(toolCall))
      if (questions === 'wait') out.note(`The agent asks, and waits for an answer: ${title}`)
      else if (questions === 'allow') out.note(`Allowed: ${title}`)
      else out.note(`Rejected: ${title} (--questions allow says yes, --autonomy-level lets it do more without asking)`)
    },
    onLost: () => {
      if (isWatched) out.note('The connection was lost. Trying again.')
    },
  }
}

/** The details of the tool call, not only its name. */
function questionLine(toolCall: Permission['toolCall']): string {
  const { command, isUnsaid, texts, changes } = questionDetail(toolCall)
  const told = [command, ...texts, ...changes.map(({ path }) => path), ...(isUnsaid ? [unsaidCommand] : [])]
  const more = told.filter((each) => each !== undefined && !toolCall.title.includes(each))
  return [toolCall.title, ...more].join(' · ').slice(0, 1000)
}

const offlineNote =
  'The computer is not connected. Waiting for it: `muster computers join` starts the one of this machine. Ctrl-C ends the waiting.'
