import type { ClientType } from '@muster/contract/telemetry'

/** From the most to the least specific: agents that do not know where they run report a terminal. */
const specific: readonly ClientType[] = ['web', 'non-interactive-cli', 'terminal-ui']

/** Gives a session one client: the most specific that its events name. */
export class SessionClients<Owner> {
  readonly #clients = new Map<Owner, Map<string, ClientType>>()

  add(owner: Owner, session: string, client: ClientType): void {
    const own = this.#clients.get(owner) ?? this.#clients.getOrInsert(owner, new Map())
    const known = own.get(session)
    if (known === undefined || specific.indexOf(client) < specific.indexOf(known)) own.set(session, client)
  }

  /** A start on an earlier day determines the client of the session, but does not make its owner active today. */
  addEarlier(owner: Owner, session: string, client: ClientType): void {
    if (this.#clients.get(owner)?.has(session)) this.add(owner, session, client)
  }

  *all(): Generator<[Owner, ClientType]> {
    for (const [owner, sessions] of this.#clients) for (const client of sessions.values()) yield [owner, client]
  }
}
