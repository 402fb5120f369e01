import type { PermissionOption, PermissionRequest } from '@muster/contract/permission'

type Status = 'allowed' | 'rejected' | 'cancelled'

export interface Decision {
  readonly status: Status
  readonly optionId: string | undefined
}

interface Open {
  readonly options: readonly PermissionOption[]
  readonly decide: (decision: Decision) => void
}

/** Questions of an agent that wait for people. */
export class OpenPermissions {
  readonly #open = new Map<string, Open>()
  readonly #now: () => number
  #since = 0
  #waitedMs = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** The total time in which at least one of them waited. */
  get waitedMs(): number {
    return this.#waitedMs + (this.#open.size > 0 ? this.#now() - this.#since : 0)
  }

  get count(): number {
    return this.#open.size
  }

  ask({ id, options }: PermissionRequest): Promise<Decision> {
    if (this.#open.size === 0) this.#since = this.#now()
    return new Promise((decide) => this.#open.set(id, { options, decide }))
  }

  /** Only an offered option can be chosen. Invalid and repeated decisions are ignored. */
  decide(permissionId: string, optionId: string): void {
    const open = this.#open.get(permissionId)
    const option = open?.options.find(({ id }) => id === optionId)
    if (!open || !option) return
    this.#waitedMs = this.waitedMs
    this.#open.delete(permissionId)
    this.#since = this.#now()
    open.decide({ status: option.kind.startsWith('allow') ? 'allowed' : 'rejected', optionId })
  }

  cancelAll(): void {
    this.#waitedMs = this.waitedMs
    for (const { decide } of this.#open.values()) decide({ status: 'cancelled', optionId: undefined })
    this.#open.clear()
  }
}
