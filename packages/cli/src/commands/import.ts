import { portionsOf } from '@muster/history/import/portions'
import { command } from '../command-line/command.ts'
import { planOf, showPlan } from '../import/plan.ts'
import { sendPortions } from '../import/send-portions.ts'
import { SentPortions } from '../import/sent-portions.ts'
import { watchHistory } from '../import/watch-history.ts'
import { confirm } from '../terminal/prompt.ts'
import { readHistories } from '../usage/read-histories.ts'
import { homesOf, wantedAgents } from '../usage/read-usage.ts'
import { nothingText } from '../usage/show-usage.ts'

/** Looking at the sizes of thousands of files takes a few hundredths of a second. */
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
  async run(args, { out, env, client, connection }) {
    const homes = homesOf(args.home, env)
    const agents = wantedAgents(args.agent)
    const { url } = await connection()
    const service = await client()
    const left = async () => {
      const histories = await readHistories(homes, agents, env, out)
      const sent = new SentPortions(url)
      return { histories, sent, portions: portionsOf(histories).filter((portion) => !sent.has(portion)) }
    }
    const { histories, sent, portions } = await left()
    if (histories.every(({ files }) => files === 0) && !args.watch) {
      if (out.json) out.data({ url, agents: [], accepted: 0, duplicates: 0, rejected: 0, reasons: [] })
      else out.text(nothingText({ histories }))
      return
    }
    const plan = planOf(portions)
    if (!out.json) showPlan(plan, url, out)
    if (args.dryRun) {
      if (out.json) out.data({ url, agents: plan })
      return
    }
    if (portions.length > 0) await confirm('Send it?', args.yes, 'This sends your history')
    const tell = (told: Awaited<ReturnType<typeof sendPortions>>) => {
      const { accepted, duplicates, rejected, reasons } = told
      out.note(`${accepted} events are new to the service, ${duplicates} it knew already.`)
      if (rejected > 0) out.note(`${rejected} were refused: ${reasons.join(' ')}`)
    }
    const outcome = await sendPortions(service, portions, sent)
    if (out.json && !args.watch) out.data({ url, agents: plan, ...outcome })
    else if (portions.length > 0) tell(outcome)
    if (!args.watch) return
    out.note('Watching for more. End with Ctrl-C.')
    await watchHistory(homes, agents, everyMs, async () => {
      const more = await left()
      if (more.portions.length > 0) tell(await sendPortions(service, more.portions, more.sent))
    })
  },
})
