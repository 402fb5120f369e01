import type { Role } from '@muster/contract/enumerations'
import type { ComponentType } from 'react'
import type { IconName } from '../ui/icons.ts'

/** A page of the application. To add one, create a folder with a `page.tsx` that exports `Page`, and add a row here. */
export interface Page {
  /** A segment `$name` is a parameter. */
  readonly path: string
  /** The heading of the page, and its title in the browser. */
  readonly title: string
  /** The roles that may see it; others get a refusal page. */
  readonly roles: readonly Role[]
  /** Loads the page's code on first use. */
  readonly load: () => Promise<{ readonly Page: ComponentType }>
  /** The page's position in the menu; absent for pages that are reached from another page. */
  readonly menu?: {
    readonly group: 'home' | 'analytics' | 'work' | 'organization' | 'account'
    readonly label: string
    readonly icon: IconName
    /** Pages of one section share an entry of the menu, and are tabs above each other's content. */
    readonly section?: string
    /** Found by its words and its key, and linked from where it matters, but no entry of the menu. */
    readonly isQuiet?: true
    /** The key that opens the page when pressed after G. */
    readonly key?: string
    /** Search terms besides its name. */
    readonly words?: string
  }
  /** Whether it shows a range of days: links between such pages keep the range. */
  readonly hasRange?: true
}
