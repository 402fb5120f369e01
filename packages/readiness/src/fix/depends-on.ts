import type { Application } from '../applications/application.ts'

export function dependsOn(applications: readonly Application[], name: RegExp): boolean {
  return applications.some(({ dependencies }) => dependencies.some((each) => name.test(each.name)))
}
