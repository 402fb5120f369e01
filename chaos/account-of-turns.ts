export interface StoredMessage {
  readonly id: string
  readonly role: string
  readonly content: readonly { readonly text?: string }[]
}

interface TurnsOfSession {
  /** The orders of a user, in this order: `work 4 0`, `work 4 1`, … */
  readonly orders: readonly string[]
  /** The ids of the messages with these orders. */
  readonly ids: readonly string[]
  readonly messages: readonly StoredMessage[]
  /** What agents recorded: each order as often as some agent got it. */
  readonly diary: readonly string[]
}

/** The faults of a session at rest, and how many of its turns have no answer. */
export function accountOfTurns({ orders, ids, messages, diary }: TurnsOfSession): {
  problems: string[]
  silent: number
} {
  const problems: string[] = []
  const ofUser = messages.filter(({ role }) => role === 'user').map(({ id }) => id)
  if (ofUser.join() !== ids.join()) problems.push('messages were lost, doubled or reordered')
  if (orders.some((order) => count(diary, order) > 1)) problems.push('an agent was told something twice')
  // An order may contain the words of its answer, so only text of an agent is an answer.
  const said = messages
    .filter(({ role }) => role === 'assistant')
    .map(({ content }) => content.map(({ text = '' }) => text).join('\n'))
  const answers = orders.map((order) => said.filter((text) => text.includes(`Done: ${order}.`)).length)
  if (answers.some((times) => times > 1)) problems.push('an answer is there twice')
  const silent = answers.filter((times) => times === 0).length
  const excuses = messages.filter(({ role }) => role === 'system').length
  if (silent > excuses) problems.push(`${silent} turns have no answer, and ${excuses} say why`)
  if (excuses > orders.length) problems.push(`${excuses} excuses for ${orders.length} turns`)
  return { problems, silent }
}

function count(list: readonly string[], item: string): number {
  return list.filter((each) => each === item).length
}
