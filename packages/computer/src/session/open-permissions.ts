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

  get count(): number {
    return this.#open.size
  }

  ask({ id, options }: PermissionRequest): Promise<Decision> {
    return new Promise((decide) => this.#open.set(id, { options, decide }))
  }

  /** Only an offered option can be chosen. Anything else, and repeated decisions, are ignored. */
  decide(permissionId: string, optionId: string): void {
    const open = this.#open.get(permissionId)
    const option = open?.options.find(({ id }) => id === optionId)
    if (!open || !option) return
    this.#open.delete(permissionId)
    open.decide({ status: option.kind.startsWith('allow') ? 'allowed' : 'rejected', optionId })
  }

  cancelAll(): void {
    for (const { decide } of this.#open.values()) decide({ status: 'cancelled', optionId: undefined })
    this.#open.clear()
  }
}
