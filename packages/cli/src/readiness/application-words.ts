import { kindNames } from '@muster/contract/readiness/application-kinds'
import type { Application } from '@muster/readiness/applications/application'
import { languageNames } from '@muster/readiness/catalog/languages'

/** “a service, or perhaps a tool” */
export function takenFor({ kind, weighing }: Application): string {
  return kindNames[kind] + (weighing?.mayBe ? `, or perhaps ${kindNames[weighing.mayBe]}` : '')
}

/** “Java, 724 files” */
export function madeOf({ language, sources }: Application): string {
  return `${languageNames[language]}, ${counted(sources.length, 'file')}`
}

/** “1 file”, “724 files” */
export function counted(count: number, thing: string): string {
  return `${count.toLocaleString('en-US')} ${thing}${count === 1 ? '' : 's'}`
}
