import { noTeam } from '@muster/contract/adoption'
import type { CostGroup } from '@muster/contract/costs'
import type { PriceList } from '@muster/contract/prices/price-list'
import type { WorkGroup } from '@muster/contract/work'
import { type Member, peopleOf } from '../../../govern/people/people.ts'
import type { WorkFact } from '../../events/fact-shape.ts'
import { maxNames } from '../../events/name-bounds.ts'
import { add, type Counts, largestFirst, most } from '../counts.ts'
import { type CostCell, createCostCells } from './cost-cells.ts'
import { costOfFact } from './cost-of-fact.ts'
import { addCosts, type CostSums, noCosts } from './cost-sums.ts'
import { type CostsRows, costsRows } from './costs-rows.ts'
import { type WorkRows, workRows } from './work-rows.ts'
import { addTokens, addToldWork, isAboutTool, noWork, workOfFact } from './work-sums.ts'

/** The key of an agent or a repository without a name. */
const unnamed = '(none)'

interface WorkDayInput {
  readonly day: string
  readonly members: readonly Member[]
  readonly prices: PriceList
}

interface MoneyDay {
  readonly costs: CostsRows
  /** The cost of each user, for answers about the caller's own usage. */
  readonly costsOfUsers: ReadonlyMap<string, CostSums>
  /** The same by all that tells costs apart. */
  readonly cells: readonly CostCell[]
}

export interface WorkDay {
  readonly work: WorkRows
  /** The teams that senders name, for users to whom no owner gave a team. */
  readonly teamsOfUsers: ReadonlyMap<string, string>
  /** Kinds of names with more names than are kept separately. */
  readonly folded: readonly FoldedWork[]
  /** Whether a sum reached the largest number that can be shown. */
  readonly isSaturated: boolean
}

interface FoldedWork {
  readonly kind: 'team' | 'repository' | 'agent' | 'tool_error' | 'model_error'
  readonly names: number
}

/** Adds up the facts about costs and work of a day, in any order, once for each grouping. */
export function createWorkTally({ day, members, ...input }: WorkDayInput) {
  const prices = remembering(input.prices)
  const people = peopleOf(members)
  const givenTeams = new Map(members.flatMap(({ id, team }) => (team === null ? [] : [[id, team] as const])))
  const emails = new Map<string, string | null>()
  const sentTeams = new Map<string, Counts>()
  const cells = createCostCells()
  const costs = groupsOf<CostGroup, CostSums>('model', 'user', 'team', 'agent', 'repository')
  const work = groupsOf<WorkGroup, ReturnType<typeof noWork>>('agent', 'team', 'repository', 'tool')
  const errors = { ofTools: new Map<string, number>(), ofModels: new Map<string, number>() }

  function addFact(fact: WorkFact): void {
    const { about } = fact
    if (about === '' || about === 'money') addMoney(fact)
    // Lines count as work of a team at a place.
    if (about === '' || about === 'teams' || about === 'lines') addWorkOfTeam(fact)
    if (about === '' || about === 'places' || about === 'lines') addWorkAtPlace(fact)
  }

  function addMoney(fact: WorkFact): void {
    if (fact.type !== 'model_call' && fact.cost === null) return
    const person = people(fact.user)
    emails.set(person.id, person.email ?? emails.get(person.id) ?? null)
    const own = costOfFact(fact, day, prices)
    const isModelCall = fact.type === 'model_call'
    const team = givenTeams.get(person.id) ?? (fact.team || noTeam)
    const [agent, repository] = [fact.agent || unnamed, fact.repository || unnamed]
    const model = isModelCall ? fact.name : unnamed
    cells.add({ userId: person.id, team, agent, repository, model }, own)
    addCosts(entry(costs.model, model, noCosts), own)
    addCosts(entry(costs.user, person.id, noCosts), own)
    addCosts(entry(costs.team, team, noCosts), own)
    addCosts(entry(costs.agent, agent, noCosts), own)
    addCosts(entry(costs.repository, repository, noCosts), own)
    if (!isModelCall) return
    addTokens(entry(work.team, team, noWork), fact)
    addTokens(entry(work.agent, agent, noWork), fact)
    addTokens(entry(work.repository, repository, noWork), fact)
  }

  function addWorkOfTeam(fact: WorkFact): void {
    const { id } = people(fact.user)
    const given = givenTeams.get(id)
    if (given === undefined && fact.team !== '') add(teamsOf(id), fact.team, fact.events)
    addToldWork(entry(work.team, given ?? (fact.team || noTeam), noWork), workOfFact(fact))
  }

  function addWorkAtPlace(fact: WorkFact): void {
    const done = workOfFact(fact)
    addToldWork(entry(work.agent, fact.agent || unnamed, noWork), done)
    addToldWork(entry(work.repository, fact.repository || unnamed, noWork), done)
    if (isAboutTool(fact)) addToldWork(entry(work.tool, fact.name, noWork), done)
    if (fact.type === 'model_failure') add(errors.ofModels, fact.errorKind || unnamed, fact.quantity)
    if (fact.outcome === 'error') add(errors.ofTools, fact.errorKind || unnamed, fact.quantity)
  }

  function teamsOf(id: string): Counts {
    return sentTeams.get(id) ?? sentTeams.getOrInsert(id, new Map())
  }

  function finishMoney(): MoneyDay {
    return {
      costs: costsRows(day, costs, prices, (id) => emails.get(id) ?? null),
      costsOfUsers: costs.user,
      cells: cells.all(),
    }
  }

  function finishWork(): WorkDay {
    return {
      work: workRows(day, work, errors),
      folded: foldedOf({
        team: work.team,
        repository: work.repository,
        agent: work.agent,
        tool_error: errors.ofTools,
        model_error: errors.ofModels,
      }),
      isSaturated:
        [...costs.user.values()].some(({ reported, estimated }) => reported === most || estimated === most) ||
        [...work.agent.values()].some((sums) => Object.values(sums).includes(most)),
      teamsOfUsers: new Map([...sentTeams].map(([id, teams]) => [id, largestFirst(teams)[0]?.[0] ?? noTeam])),
    }
  }

  return {
    add: addFact,
    /** Call it after the last fact about money. */
    finishMoney,
    /** Call it after the last fact. */
    finishWork,
    finish: () => ({ ...finishMoney(), ...finishWork() }),
  }
}

/** Caches the prices of one day: there are few models and many facts, and a look-up takes longer than an addition. */
function remembering(prices: PriceList): PriceList {
  const found = new Map<string, ReturnType<PriceList['find']>>()
  return {
    find(model, day) {
      if (!found.has(model)) found.set(model, prices.find(model, day))
      return found.get(model)
    },
  }
}

function foldedOf(names: Readonly<Record<FoldedWork['kind'], ReadonlyMap<string, unknown>>>): FoldedWork[] {
  return Object.entries(names).flatMap(([kind, { size }]) =>
    size > maxNames ? [{ kind: kind as FoldedWork['kind'], names: size }] : [],
  )
}

function groupsOf<Group extends string, Sums>(...names: Group[]): Record<Group, Map<string, Sums>> {
  return Object.fromEntries(names.map((name) => [name, new Map()])) as Record<Group, Map<string, Sums>>
}

function entry<Sums>(sums: Map<string, Sums>, key: string, nothing: () => Sums): Sums {
  return sums.get(key) ?? sums.getOrInsertComputed(key, nothing)
}
