import { createContext, useContext } from 'react'
import type { Page } from './page.ts'

/** The pages in the menu of the signed-in person. The shell provides them, because a page may not import all others. */
export const MyPagesContext = createContext<readonly Page[]>([])

export function useMyPages(): readonly Page[] {
  return useContext(MyPagesContext)
}
