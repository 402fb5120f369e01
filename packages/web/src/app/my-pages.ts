import { createContext, useContext } from 'react'
import type { Page } from './page.ts'

/** The pages in the menu of whoever is signed in. The shell knows them; a page may not know all others. */
export const MyPagesContext = createContext<readonly Page[]>([])

export function useMyPages(): readonly Page[] {
  return useContext(MyPagesContext)
}
