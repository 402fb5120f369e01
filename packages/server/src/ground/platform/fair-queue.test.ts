import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const ada = { organizationId: 'acme', userId: 'ada' }
const bob = { organizationId: 'acme', userId: 'bob' }
const eve = { organizationId: 'evil', userId: 'eve' }

interface Asked {
  readonly organizationId: string
  readonly userId: string
  readonly leaving: AbortController
  giveBack?: () => void
}

/** The same in words: the next place is for whoever has waited longest for a turn, by organization and then by user. */
class Model {
  readonly waiting: Asked[] = []
  readonly running = new Set<Asked>()
  readonly #places: number
  /** Since when an organization or user waits for its turn. */
  readonly #since = new Map<string, number>()
  #now = 0

  constructor(places: number) {
    this.#places = places
  }

  ask(asked: Asked): void {
    for (const key of keysOf(asked)) if (!this.#waits(key)) this.#since.set(key, this.#now++)
    this.waiting.push(asked)
    this.#serve()
  }

  leave(asked: Asked): void {
    this.waiting.splice(this.waiting.indexOf(asked), 1)
  }

  giveBack(asked: Asked): void {
    this.running.delete(asked)
    this.#serve()
  }

  #waits(key: string): boolean {
    return this.waiting.some((asked) => keysOf(asked).includes(key))
  }

  #serve(): void {
    while (this.running.size < this.#places) {
      const [next] = this.waiting
        .filter((asked) => this.#mayHave(asked))
        .sort((a, b) => this.#sinceOf(a, 0) - this.#sinceOf(b, 0) || this.#sinceOf(a, 1) - this.#sinceOf(b, 1))
      if (!next) return
      this.leave(next)
      this.running.add(next)
      for (const key of keysOf(next).toReversed()) this.#since.set(key, this.#now++)
    }
  }

  #mayHave({ organizationId }: Asked): boolean {
    const own = [...this.running].filter((asked) => asked.organizationId === organizationId).length
    return own < Math.max(1, this.#places - 1)
  }

  #sinceOf(asked: Asked, which: 0 | 1): number {
    return this.#since.get(keysOf(asked)[which]) ?? 0
  }
}

function keysOf({ organizationId, userId }: Asked): [organization: string, user: string] {
  return [organizationId, `${organizationId} ${userId}`]
}

const anyStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('ask' as const), organization: fc.nat(1), user: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('leave' as const, 'give back' as const), which: fc.nat(30) }),
  },
)

describe('a fair queue, whatever happens to it', () => {
  it('gives each place once, in turns, and keeps nothing of those who left', async () => {
    // A failure prints its seed.
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(anyStep, { maxLength: 60 }), async (places, steps) => {
        const queue = createFairQueue(places)
        const model = new Model(places)
        const begun: Asked[] = []
        const left: Asked[] = []

        const ask = (organizationId: string, userId: string) => {
          const asked: Asked = { organizationId, userId, leaving: new AbortController() }
          model.ask(asked)
          queue.enter(asked, asked.leaving.signal).then(
            (giveBack) => {
              asked.giveBack = giveBack
              begun.push(asked)
            },
            () => left.push(asked),
          )
        }
        const giveBack = (asked: Asked | undefined) => {
          if (!asked) return
          model.giveBack(asked)
          // The second time does nothing.
          asked.giveBack?.()
          asked.giveBack?.()
        }
        const check = async () => {
          await settled()
          for (const asked of model.running) expect(begun).toContain(asked)
          for (const asked of model.waiting) expect(begun).not.toContain(asked)
        }

        for (const step of steps) {
          if (step.kind === 'ask') ask(`organization ${step.organization}`, `user ${step.user}`)
          else if (step.kind === 'give back') giveBack([...model.running][step.which % model.running.size])
          else {
            const leaving = model.waiting[step.which % model.waiting.length]
            if (leaving) model.leave(leaving)
            leaving?.leaving.abort(new Error('It left.'))
          }
          await check()
        }
        for (let [next] = model.running; next; [next] = model.running) {
          giveBack(next)
          await check()
        }
        expect(new Set([...begun, ...left]).size).toBe(begun.length + left.length)
        expect(begun.length + left.length).toBe(steps.filter(({ kind }) => kind === 'ask').length)
      }),
    )
  })
})

async function settled(): Promise<void> {
  for (let round = 0; round < 10; round++) await Promise.resolve()
}

describe('a fair queue', () => {
  it('lets organizations take turns, and users of one organization among themselves', async () => {
    const queue = createFairQueue(1)
    const giveBack = await queue.enter(ada)
    const order: string[] = []
    const ask = (customer: typeof ada) =>
      queue.enter(customer).then((end) => {
        order.push(customer.userId)
        end()
      })
    const asked = [ada, ada, ada, bob, eve, eve].map(ask)
    giveBack()
    await Promise.all(asked)
    expect(order).toEqual(['ada', 'eve', 'bob', 'eve', 'ada', 'ada'])
  })

  it('has a place for another organization, however much one asks for', async () => {
    const queue = createFairQueue(2)
    const first = await queue.enter(ada)
    let hasSecond = false
    const second = queue.enter(bob).then(() => {
      hasSecond = true
    })
    await queue.enter(eve)
    expect(hasSecond).toBe(false)
    first()
    await second
  })
})
