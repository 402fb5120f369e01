import type { UserLimit } from '@muster/contract/limits'
import { command, type Group } from '../../command-line/command.ts'
import { exitCodes, Failure, usage } from '../../command-line/failure.ts'
import { listOptions, showList } from '../../command-line/listing.ts'
import { bar } from '../../terminal/bar.ts'
import type { Color } from '../../terminal/cell.ts'
import type { Column } from '../../terminal/table.ts'

const columns: readonly Column<UserLimit>[] = [
  { header: 'E-MAIL', value: (user) => user.email },
  { header: 'LIMIT', value: (user) => user.limit },
  { header: 'USED', value: (user) => user.used, color: colorOf },
  { header: 'LEFT', value: (user) => Math.max(0, user.limit - user.used), dropOrder: 1 },
]

/** For people only; programs get the numbers. */
const picture: Column<UserLimit> = {
  header: 'THIS MONTH',
  value: (user) => `${bar(shareOf(user), 16)} ${Math.floor(shareOf(user) * 100)} %`,
  color: colorOf,
  whole: true,
  dropOrder: 2,
}

const list = command({
  summary: 'List the users that have a credit limit, with what they used this month',
  options: listOptions,
  examples: [['muster limits list --all', 'All limits']],
  async run(args, { out, client }) {
    const { limits } = await client()
    await showList(out, args, out.isPerson ? [...columns, picture] : columns, 'limits', (page) =>
      limits.list.items(page),
    )
  },
})

const set = command({
  summary: 'Set the monthly credits of users',
  notes: 'Each user stands for itself: if some cannot be set, the others are, and the exit code is 1.',
  positionals: {
    pairs: { many: true, summary: 'E-mail and credits, and again for further users; none removes a limit' },
  },
  examples: [
    ['muster limits set ada@example.org 500000', 'One user'],
    ['muster limits set ada@example.org 500000 alan@example.org none', 'Two users; the second has no limit any more'],
  ],
  async run({ pairs }, { out, client }) {
    const users = parsePairs(pairs)
    const { limits } = await client()
    const { updated, errors } = await limits.set({ users })
    if (out.json) out.data({ updated, errors })
    else for (const { email, limit } of updated) out.note(`${email}: ${describeLimit(limit)}`)
    if (errors.length === 0) return
    const reasons = errors.map(({ email, error }) => `\n  ${email}: ${error}`).join('')
    throw new Failure(`${errors.length} of ${users.length} could not be set.${reasons}`, exitCodes.refused)
  },
})

export const limits: Group = { summary: 'Manage the monthly credit limits of users', commands: { list, set } }

function parsePairs(words: readonly string[]): { email: string; limit: number | null }[] {
  if (words.length % 2 !== 0) throw usage('Every e-mail needs its credits: EMAIL CREDITS [EMAIL CREDITS …].')
  const users = []
  for (let index = 0; index < words.length; index += 2) {
    const [email = '', credits = ''] = words.slice(index, index + 2)
    if (!email.includes('@')) throw usage(`${JSON.stringify(email)} is no e-mail address.`)
    if (credits !== 'none' && !/^-?\d{1,15}$/.test(credits)) {
      throw usage(`Credits are a whole number or none, not ${JSON.stringify(credits)}.`)
    }
    users.push({ email, limit: credits === 'none' ? null : Number(credits) })
  }
  return users
}

function describeLimit(limit: number | null): string {
  return limit === null ? 'no limit' : `${limit.toLocaleString('en-US')} credits a month`
}

/** A limit of 0 is used up from the start. */
function shareOf({ limit, used }: UserLimit): number {
  return limit === 0 ? 1 : used / limit
}

function colorOf(user: UserLimit): Color | undefined {
  const share = shareOf(user)
  if (share >= 1) return 'red'
  return share >= 0.8 ? 'yellow' : undefined
}
