import { parseArgs } from 'node:util'
import { runCampaign } from './campaign.ts'

const help = `Lets things go wrong while the service works, and accounts for everything that it acknowledged.

Usage: npm run chaos [-- --faults 25 --seed 1 --only SIGKILL]
`

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '25' },
    seed: { type: 'string' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  process.stdout.write(help)
} else {
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
  const faults = Number(values.faults)
  process.stdout.write(`${faults} faults; to repeat them: npm run chaos -- --faults ${faults} --seed ${seed}\n`)
  const print = (line: string) => process.stdout.write(`${line}\n`)
  const { problems, counts, slowestMs } = await runCampaign({ faults, seed, only: values.only, print })
  for (const [what, count] of [...counts].sort()) print(`${String(count).padStart(9)}  ${what}`)
  print(`Slowest to be usable again: ${Math.round(slowestMs)} ms`)
  print(problems.length === 0 ? 'Everything is accounted for.' : `${problems.length} problems:\n${problems.join('\n')}`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
