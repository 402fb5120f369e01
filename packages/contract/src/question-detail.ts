import type { PermissionRequest, ShownContent } from './permission.ts'

interface QuestionDetail {
  /** The command that would run, as the agent told it. */
  readonly command: string | undefined
  /** It is a command, and the agent does not say which. */
  readonly isUnsaid: boolean
  /** What the agent says in its own words. */
  readonly texts: readonly string[]
  readonly changes: readonly Extract<ShownContent, { type: 'diff' }>[]
}

/** What people need to see before they answer. The title is no part of it: it may say anything. */
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

/** The sentence for a question whose command nobody knows. */
export const unsaidCommand = 'The agent does not say which command it would run.'

function wordsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' && value !== '' ? [value] : []
}
