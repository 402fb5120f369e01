/**
 * The key of a model call by the id that the model's response has. The agent's history contains the same id, so imports
 * get the same key. Undefined without an id.
 */
export function callKey(session: string, id: string): string[] | undefined {
  return id === '' ? undefined : ['call', session, id]
}
