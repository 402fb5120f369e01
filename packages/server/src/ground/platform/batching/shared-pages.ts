import { sharedLoad } from './shared-load.ts'

/** Lets callers that ask for the same page at the same time share one read of it. `Page` must be plain data. */
export function sharedPages<Page, Answer>(readPage: (page: Page) => Promise<Answer>): (page: Page) => Promise<Answer> {
  const load = sharedLoad(
    async (pages: readonly Page[]) =>
      new Map(await Promise.all(pages.map(async (page) => [JSON.stringify(page), await readPage(page)] as const))),
    { nameOf: JSON.stringify },
  )
  // Every page of a trip is read, so none of them lacks an answer.
  return (page) => load(page) as Promise<Answer>
}
