/** `service` listens for requests, `frontend` has a user interface, `tool` is started by people, `library` by code. */
export const applicationKinds = ['service', 'frontend', 'tool', 'library', 'infrastructure'] as const
export type ApplicationKind = (typeof applicationKinds)[number]

/** As people say it, with its article. */
export const kindNames: Readonly<Record<ApplicationKind, string>> = {
  service: 'a service',
  frontend: 'a front end',
  tool: 'a tool',
  library: 'a library',
  infrastructure: 'infrastructure',
}
