import { readdirSync } from 'node:fs'
import { planFixes } from '@muster/readiness/fix/plan'
import { openRepository } from '@muster/readiness/repository/open-repository'
let yes = 0, no = 0
const sets = process.argv.slice(3)
for (const set of sets) for (const name of readdirSync('/work/sets/' + set)) {
  const { repository } = await openRepository(`/work/sets/${set}/${name}`)
  const plan = planFixes(repository, [process.argv[2] as any], { owners: [] })
  if (plan.met.length) { yes++; console.log(set, name, plan.files.map((f) => f.path).join(' ')) } else if (plan.byHand.length) { no++; console.log('  by hand', set, name, plan.byHand[0]!.why.slice(0, 160)) }
}
console.log(yes, no)
