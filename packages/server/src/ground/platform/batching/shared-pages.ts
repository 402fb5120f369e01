import { sharedLoad } from './shared-load.ts'

/** Lets concurrent callers that request the same page share one read of it. `Page` must be plain data. */
export function sharedPages<Page, Answer>(readPage: (page: Page) => Promise<Answer>): (page: Page) => Promise<Answer> {
  const load = sharedLoad(
    async (pages: readonly Page[]) =>
      new Map(await Promise.all(pages.map(async (page) => [JSON.stringify(page), await readPage(page)] as const))),
    { nameOf: JSON.stringify },
  )
  // `load` reads every page of its query, so each has an answer.
  return (page) => load(page) as Promise<Answer>
}
