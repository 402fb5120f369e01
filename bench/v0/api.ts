import type { BareAnswer } from '../bare-server.ts'
import type { RequestKind } from '../load/job.ts'
import type { Service } from '../service.ts'

/** Sends one request of this kind, and throws unless it succeeds. */
export async function sendOne({ port, headers }: Service, { method, paths, bodies }: RequestKind): Promise<Response> {
  const path = paths[Math.floor(paths.length / 2)]
  const body = bodies?.[0]
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    // The load asks for no compression either; the bare server repeats this answer.
    headers: {
      ...headers,
      'accept-encoding': 'identity',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  })
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`)
  return answer
}

/** The runtime adds these headers on both sides. */
const ofTheRuntime = ['date', 'connection', 'keep-alive']

/** The answer of the service, for the bare server to repeat. */
export async function answerTo(service: Service, request: RequestKind): Promise<BareAnswer> {
  const answer = await sendOne(service, request)
  const headers = [...answer.headers].filter(([name]) => !ofTheRuntime.includes(name))
  return { headers: Object.fromEntries(headers), body: await answer.text() }
}

/** Walks the list page by page, as a client would, and returns the cursors of the pages after the first. */
export async function walkPages(service: Service, pages: number): Promise<string[]> {
  const cursors: string[] = []
  while (cursors.length < pages - 1) {
    const last = cursors.at(-1)
    const path = `/api/v0/sessions${last === undefined ? '' : `?cursor=${last}`}`
    const answer = (await (await sendOne(service, { method: 'GET', paths: [path] })).json()) as {
      pagination: { nextCursor: string | null }
    }
    if (answer.pagination.nextCursor === null) throw new Error(`The list ends at page ${cursors.length + 1}.`)
    cursors.push(answer.pagination.nextCursor)
  }
  return cursors
}
