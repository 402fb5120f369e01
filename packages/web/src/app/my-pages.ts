import { createContext, useContext } from 'react'
import type { Page } from './page.ts'

/** The pages in the signed-in person's menu. The shell provides them, because a page must not import all others. */
export const MyPagesContext = createContext<readonly Page[]>([])

export function useMyPages(): readonly Page[] {
  return useContext(MyPagesContext)
}
