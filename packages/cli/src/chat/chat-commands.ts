/** Commands for the chat itself. Other text with a slash goes to the agent, which has its own commands. */
export const chatCommands = {
  help: 'Show this',
  interrupt: 'Stop the agent (Ctrl-C)',
  back: 'Take back the last message, if no agent has got it yet',
  history: 'Show the messages before the first that is shown',
  details: 'Show thoughts and the output of tools in full from now on, or no more (Ctrl-O)',
  title: 'Give the session a title: /title TEXT',
  level: 'How much the agent may do without asking: /level off, low, medium or high',
  model: 'Use another model from the next message on: /model MODEL',
  quit: 'Leave; the agent goes on (Ctrl-C twice, Ctrl-D)',
} as const

type ChatCommand = keyof typeof chatCommands

export const chatKeys: readonly (readonly [string, string])[] = [
  ['Enter', 'Send'],
  ['Alt-Enter, Ctrl-J', 'A new line'],
  ['Up, Down', 'What you wrote before'],
  ['1 … 9, y, n', 'Answer a question of the agent'],
]

export interface Said {
  readonly command: ChatCommand
  readonly rest: string
}

export function parseCommand(text: string): Said | undefined {
  const [, name = '', rest = ''] = /^\/([a-z]+)(?:\s+(.*))?$/s.exec(text.trim()) ?? []
  return Object.hasOwn(chatCommands, name) ? { command: name as ChatCommand, rest: rest.trim() } : undefined
}
