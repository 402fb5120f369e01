import { adoption } from '../../analytics/adoption.ts'
import { costs } from '../../analytics/costs.ts'
import { me } from '../../analytics/me.ts'
import { prices } from '../../analytics/prices.ts'
import { spend } from '../../analytics/spend.ts'
import { work } from '../../analytics/work.ts'
import { command, type Group } from '../../command-line/command.ts'
import { confirm } from '../../terminal/prompt.ts'

const deleteEvents = command({
  summary: 'Delete usage events for good, of everybody or of one person',
  notes:
    'For owners. Days are in UTC, and both are included; today is possible, too. They are computed again within seconds, and so are credits. An agent that sends the same events once more brings them back.',
  options: {
    from: { type: 'text', value: 'day', required: true, summary: 'First day, such as 2026-03-01' },
    to: { type: 'text', value: 'day', required: true, summary: 'Last day' },
    user: { type: 'text', summary: 'Only of this person: e-mail, or id as in the rows of /users' },
    yes: { type: 'flag', short: 'y', summary: 'Do not ask' },
  },
  examples: [
    ['muster analytics delete-events --from 2026-03-01 --to 2026-03-31 --user ID', 'A month of one person'],
    [
      'muster analytics delete-events --from 2026-03-04 --to 2026-03-04 --yes',
      'A day of everybody, without a question',
    ],
  ],
  async run({ from, to, user, yes }, { out, client }) {
    const { analytics } = await client()
    const whose = user === undefined ? 'everybody' : user
    await confirm(`Delete all usage events of ${whose} from ${from} to ${to}?`, yes)
    const of = user === undefined ? {} : user.includes('@') ? { userEmail: user } : { userId: user }
    const deleted = await analytics.deleteEvents({ startDate: from, endDate: to, ...of })
    if (out.json) out.data(deleted)
    out.note(`Deleted ${deleted.deletedEvents} events. ${deleted.days.length} days are computed again.`)
  },
})

const recompute = command({
  summary: 'Compute past days again, from the events that are stored',
  notes:
    'For owners. Nobody needs it in daily use: a day is computed again by itself when its events change. Days are in UTC, and both are included.',
  positionals: { from: { summary: 'First day, such as 2026-03-01' }, to: { summary: 'Last day' } },
  options: { wait: { type: 'flag', summary: 'Wait until all of them are computed' } },
  examples: [['muster analytics recompute 2026-03-01 2026-03-31 --wait', 'A month']],
  async run({ from, to, wait }, { out, client }) {
    const { analytics } = await client()
    const { days } = await analytics.recompute({ startDate: from, endDate: to })
    if (wait) await analytics.refresh()
    if (out.json) out.data({ days })
    const what = days.length === 1 ? '1 day is' : `${days.length} days are`
    out.note(wait ? `${what} computed again.` : `${what} being computed again.`)
  },
})

export const analytics: Group = {
  summary: 'Read costs, work, adoption and your own usage; delete usage events',
  commands: { me, spend, costs, work, adoption, prices, recompute, 'delete-events': deleteEvents },
}
