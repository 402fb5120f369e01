import { type AutonomyLevel, autonomyLevels } from '@muster/contract/enumerations'
import type { Session } from '@muster/contract/session'
import type { ChatActions } from './chat-actions.ts'
import { chatCommands, chatKeys, type Said } from './chat-commands.ts'
import { Conversation } from './conversation.ts'
import { type Look, renderEntry } from './render-entry.ts'
import { fold, hang, type Line, span } from './span.ts'

interface Obeying {
  readonly actions: ChatActions
  readonly look: () => Look
  /** The id of the first message that is shown. */
  readonly firstShown: () => string | undefined
  readonly say: (rows: readonly Line[]) => void
  /** Toggles details. Returns whether they are shown from now on. */
  readonly turnDetails: () => boolean
  /** The last waiting message, from any client. */
  readonly lastWaiting: () => string | undefined
  readonly onTakenBack: (messageId: string) => void
  readonly leave: () => void
}

/** Runs a command for the chat itself, and returns a short answer. */
export async function obey({ command, rest }: Said, chat: Obeying): Promise<string> {
  const { actions } = chat
  switch (command) {
    case 'help':
      chat.say(helpRows(chat.look().width))
      return ''
    case 'interrupt':
      await actions.interrupt()
      return ''
    case 'back': {
      const messageId = await actions.takeBack(chat.lastWaiting())
      if (messageId === undefined) return 'No message waits any more.'
      chat.onTakenBack(messageId)
      return 'The last message was taken back. Up brings its text again.'
    }
    case 'history':
      return showEarlier(chat)
    case 'details':
      return chat.turnDetails() ? 'Thoughts and output are shown in full from now on.' : 'Output is folded again.'
    case 'title':
      await actions.entitle(rest)
      return `The title is ${rest || 'gone'}.`
    case 'level': {
      const level = autonomyLevels.find((each) => each === rest)
      if (!level) return `Say one of these: ${autonomyLevels.map((each) => `/level ${each}`).join(', ')}.`
      return levelTold(await actions.setLevel(level), level)
    }
    case 'model':
      if (rest === '') return 'Say which: /model MODEL.'
      await actions.setModel(rest)
      return `The next message goes to ${rest}.`
    case 'quit':
      chat.leave()
      return ''
  }
}

async function showEarlier({ actions, firstShown, look, say }: Obeying): Promise<string> {
  const first = firstShown()
  const earlier = first === undefined ? [] : await actions.before(first)
  if (earlier.length === 0) return 'There are no earlier messages.'
  const told = new Conversation()
  for (const message of earlier) told.apply(message)
  told.rest(true)
  const rows = told.takeSettled().flatMap((entry) => renderEntry(entry, look()))
  const heading = (words: string): Line[] => [[], [span(`── ${words} ──`, 'dim')]]
  const count = earlier.length === 1 ? 'message' : `${earlier.length} messages`
  say([...heading(`the ${count} before`), ...rows, ...heading('now')])
  return ''
}

function helpRows(width: number): Line[] {
  const commands = Object.entries(chatCommands).map(([name, meaning]) => [`/${name}`, meaning] as const)
  const rows = [...chatKeys, ...commands]
  const room = Math.max(...rows.map(([term]) => term.length)) + 2
  return [
    [],
    ...rows.flatMap(([term, meaning]) =>
      hang(fold([span(meaning, 'dim')], width - room - 2), span(`  ${term.padEnd(room)}`)),
    ),
  ]
}

/** The organization may have lowered the level. */
function levelTold({ sessionSettings }: Session, wanted: AutonomyLevel): string {
  const level = sessionSettings?.autonomyLevel ?? wanted
  return level === wanted ? `The level is ${level} now.` : `The level is ${level}: your organization allows no more.`
}
