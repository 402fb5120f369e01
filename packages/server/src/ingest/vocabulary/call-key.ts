/**
 * What makes a model call known by the id that its model gave it. The agent's history has the same id, and imports make the
 * same key of it. Undefined when there is none.
 */
export function callKey(session: string, id: string): string[] | undefined {
  return id === '' ? undefined : ['call', session, id]
}
