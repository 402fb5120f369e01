import type { Role } from '@muster/contract/enumerations'
import type { ComponentType } from 'react'
import type { IconName } from '../ui/icons.ts'

/** A page of the application. To add one: a folder with a `page.tsx` that exports `Page`, and a row here. */
export interface Page {
  /** `$name` is a parameter. */
  readonly path: string
  /** The heading of the page, and its title in the browser. */
  readonly title: string
  /** Who may see it; everybody else gets a polite refusal. */
  readonly roles: readonly Role[]
  /** Loaded when somebody opens it. */
  readonly load: () => Promise<{ readonly Page: ComponentType }>
  /** Its position in the menu; pages that are reached from another page have none. */
  readonly menu?: {
    readonly group: 'home' | 'analytics' | 'work' | 'organization' | 'account'
    readonly label: string
    readonly icon: IconName
    /** Pressed after G. */
    readonly key?: string
    /** What people look for here, besides its name. */
    readonly words?: string
  }
  /** Whether it shows numbers of a range of days: links between such pages keep the range. */
  readonly hasRange?: true
}
