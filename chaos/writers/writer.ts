import type { Service } from '../service.ts'

/** What writers share: the address of the service, and where they report what must not happen. */
export interface World {
  readonly service: Service
  /** True once nothing new may begin. */
  readonly isOver: () => boolean
  /** Notes something that must never happen. */
  problem(text: string): void
  /** Counts something for the report. */
  readonly count: (what: string, by?: number) => void
}

/** Works until the campaign is over; then checks that everything that was answered is there. */
export interface Writer {
  readonly name: string
  work(): Promise<void>
  check(): Promise<void>
  /** Called when the service has ended: checks that nothing outlives it. */
  checkEnd?(): Promise<void>
}

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: each writer knows the shape of its own answers.
  readonly json: any
}

/**
 * One request. `undefined`: nobody knows whether it was done, because the service did not answer, or answered that it
 * cannot be reached. Every other failure is a problem.
 */
export async function request(
  world: World,
  method: string,
  path: string,
  options: { body?: unknown; key?: string; headers?: Record<string, string> } = {},
): Promise<Answer | undefined> {
  const { service } = world
  try {
    const response = await fetch(service.address + path, {
      method,
      headers: {
        authorization: `Bearer ${options.key ?? service.ownerKey}`,
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
      signal: AbortSignal.timeout(60_000),
    })
    const text = await response.text()
    if (response.status >= 500 && response.status !== 503) {
      world.problem(`${method} ${path} was answered with ${response.status}: ${text.slice(0, 300)}`)
    }
    if (response.status === 503 || response.status === 429) {
      world.count(`answers ${response.status}`)
      return undefined
    }
    return { status: response.status, json: text === '' ? undefined : JSON.parse(text) }
  } catch (error) {
    // The service was killed, or frozen for too long: neither is an answer.
    if (error instanceof SyntaxError) world.problem(`${method} ${path} was answered with half of a document`)
    if (error instanceof Error && error.name === 'TimeoutError') world.count('requests without answer in a minute')
    return undefined
  }
}

/** The same request until it is answered, or until nobody waits for it any more. */
export async function insist(
  world: World,
  method: string,
  path: string,
  options: Parameters<typeof request>[3] = {},
): Promise<Answer> {
  for (;;) {
    const answer = await request(world, method, path, options)
    if (answer) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
