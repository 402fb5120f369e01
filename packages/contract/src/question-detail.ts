import type { PermissionRequest, ShownContent } from './permission.ts'

interface QuestionDetail {
  /** The command that would run, as reported by the agent. */
  readonly command: string | undefined
  /** The call runs a command, but the agent does not say which one. */
  readonly isUnsaid: boolean
  /** The agent's own descriptions of the call. */
  readonly texts: readonly string[]
  readonly changes: readonly Extract<ShownContent, { type: 'diff' }>[]
}

/** What people need to see before they answer. The title is left out, because it may say anything. */
export function questionDetail({ kind, input, content = [] }: PermissionRequest['toolCall']): QuestionDetail {
  const { command: named, cmd, script, args } = input
  const words = [named, cmd, ...(kind === 'execute' ? [script] : [])].map(wordsOf).find((each) => each.length > 0)
  const command = words && [...words, ...wordsOf(args)].join(' ')
  return {
    command,
    isUnsaid: kind === 'execute' && command === undefined,
    texts: content.flatMap((shown) => (shown.type === 'text' && shown.text.trim() !== '' ? [shown.text] : [])),
    changes: content.flatMap((shown) => (shown.type === 'diff' ? [shown] : [])),
  }
}

/** Shown if the command is unknown. */
export const unsaidCommand = 'The agent does not say which command it would run.'

function wordsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' && value !== '' ? [value] : []
}
