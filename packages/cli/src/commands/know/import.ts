import { earliestDay } from '@muster/contract/earliest-day'
import { portionsOf } from '@muster/history/import/portions'
import { skippedNotes } from '@muster/history/summary/notes'
import { command } from '../../command-line/command.ts'
import type { Context } from '../../command-line/context.ts'
import { exitCodes, Failure } from '../../command-line/failure.ts'
import { getUrl } from '../../connection.ts'
import { outlast } from '../../import/outlast.ts'
import { planOf, questionOf, showPlan } from '../../import/plan.ts'
import { type Sent, sendPortions } from '../../import/send-portions.ts'
import { SentPortions } from '../../import/sent-portions.ts'
import { watchHistory } from '../../import/watch-history.ts'
import { confirm } from '../../terminal/prompt.ts'
import { readHistories } from '../../usage/read-histories.ts'
import { homesOf, wantedAgents } from '../../usage/read-usage.ts'
import { nothingText } from '../../usage/show-usage.ts'

/** Reading the sizes of thousands of files takes a few hundredths of a second. */
const everyMs = 5_000

export const importHistory = command({
  summary: 'Send the past use of your agents, from the history on this machine, to the service',
  notes:
    'Shows what it would send and asks. It sends numbers and names, and never prompts, answers, code, commands or files. ' +
    'It can be stopped and repeated at any time: nothing counts twice, also what the agent told by telemetry. ' +
    'Claude Code deletes its history after 30 days, so import it before.',
  options: {
    agent: { type: 'list', value: 'id', summary: 'Only this agent; may be given again' },
    home: { type: 'list', value: 'dir', summary: 'Read this home instead of yours; may be given again' },
    dryRun: { type: 'flag', summary: 'Show what would be sent, and send nothing' },
    watch: { type: 'flag', summary: 'Stay, and send what agents add; for agents without telemetry' },
    yes: { type: 'flag', short: 'y', summary: 'Do not ask' },
  },
  examples: [
    ['muster import', 'Show what would be sent, ask, and send it'],
    ['muster import --dry-run --json', 'What would be sent, for a program'],
    ['muster import --watch --yes', 'Keep this machine reporting'],
  ],
  async run(args, context) {
    const { out, env } = context
    const homes = homesOf(args.home, env)
    const agents = wantedAgents(args.agent)
    const url = args.dryRun ? await urlIfKnown(context) : (await context.connection()).url
    const left = async () => {
      const { histories, all } = await readHistories(homes, agents, env, out, (histories) => ({
        histories,
        all: portionsOf(histories),
      }))
      const sent = new SentPortions(url ?? '')
      let hasEarlier = false
      const portions = function* () {
        for (const portion of all) {
          if (portion.name < earliestDay) hasEarlier = true
          else if (!sent.has(portion)) yield portion
        }
      }
      const plan = planOf(portions())
      return { histories, sent, portions, plan, hasEarlier }
    }
    const { histories, sent, portions, plan, hasEarlier } = await left()
    if (histories.every(({ files }) => files === 0) && !args.watch) {
      if (out.json) out.data({ url, agents: [], accepted: 0, duplicates: 0, rejected: 0, reasons: [] })
      else out.text(nothingText({ histories }))
      return
    }
    if (!out.json) {
      for (const note of skippedNotes(histories)) out.note(note)
      if (hasEarlier)
        out.note(`What is older than ${earliestDay} stays here: the service has numbers from that day on.`)
      showPlan(plan.agents, url, out)
    }
    if (args.dryRun) {
      if (out.json) out.data({ url, agents: plan.agents })
      return
    }
    const service = await context.client()
    const question = questionOf(plan, args.watch)
    if (question !== undefined) await confirm(question, args.yes, 'This sends your history')
    const tell = ({ accepted, duplicates }: Sent) =>
      out.note(`${accepted} events are new to the service, ${duplicates} it knew already.`)
    const outcome = await sendPortions(service, portions(), plan.portions, sent)
    if (out.json && !args.watch) out.data({ url, agents: plan.agents, ...outcome })
    else if (plan.portions > 0) tell(outcome)
    if (!args.watch) {
      if (outcome.rejected > 0) throw new Failure(refusedText(outcome), exitCodes.refused)
      return
    }
    if (outcome.rejected > 0) out.note(refusedText(outcome))
    out.note('Watching for more. End with Ctrl-C.')
    const sendMore = async () => {
      const more = await left()
      if (more.plan.portions === 0) return
      const told = await sendPortions(service, more.portions(), more.plan.portions, more.sent)
      tell(told)
      if (told.rejected > 0) out.note(refusedText(told))
    }
    await watchHistory(homes, agents, everyMs, outlast(sendMore, out.note))
  },
})

function refusedText({ rejected, reasons }: Sent): string {
  return `${rejected} ${rejected === 1 ? 'event was' : 'events were'} refused: ${reasons.join(' ')}`
}

/** A dry run needs no key. */
async function urlIfKnown({ connection, urlFlag, env }: Context): Promise<string | null> {
  try {
    return (await connection()).url
  } catch (error) {
    if (!(error instanceof Failure) || error.exitCode !== exitCodes.notLoggedIn) throw error
    return urlFlag === undefined && !env.MUSTER_API_URL ? null : getUrl(urlFlag, env)
  }
}
