/** `service` listens for requests, `frontend` has a user interface, people start a `tool`, code calls a `library`. */
export const applicationKinds = ['service', 'frontend', 'tool', 'library', 'infrastructure'] as const
export type ApplicationKind = (typeof applicationKinds)[number]

/** For display, with the article. */
export const kindNames: Readonly<Record<ApplicationKind, string>> = {
  service: 'a service',
  frontend: 'a front end',
  tool: 'a tool',
  library: 'a library',
  infrastructure: 'infrastructure',
}
