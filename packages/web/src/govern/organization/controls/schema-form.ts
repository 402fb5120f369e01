/** The part of JSON Schema that the contract uses. */
export interface FormSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, FormSchema>>
  readonly items?: FormSchema
  readonly minimum?: number
  readonly maximum?: number
  readonly hint?: string
  readonly title?: string
  readonly description?: string
}

/** `lines`: texts, one per line. `json`: for values without a better field. */
type FieldKind = 'flag' | 'choice' | 'number' | 'text' | 'lines' | 'group' | 'json'

export function kindOf(schema: FormSchema): FieldKind {
  if (schema.enum) return 'choice'
  if (schema.type === 'boolean') return 'flag'
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.type === 'string') return 'text'
  if (schema.type === 'array' && schema.items?.type === 'string' && !schema.items.enum) return 'lines'
  if (schema.type === 'object' && schema.properties) return 'group'
  return 'json'
}

/** The titles along a path; keys without a title, such as ids, are used as they are. */
export function titlesOf(schema: FormSchema | undefined, path: readonly string[]): readonly string[] {
  const [name, ...rest] = path
  if (name === undefined) return []
  const inner = schema?.properties?.[name]
  return [inner?.title ?? name, ...titlesOf(inner, rest)]
}

type Tree = Readonly<Record<string, unknown>>

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function valueAt(tree: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isTree(value) ? value[name] : undefined), tree)
}

/** Sets a value in the tree. `undefined` removes it, and groups that become empty. */
export function withValue(tree: Tree, [name = '', ...rest]: readonly string[], value: unknown): Tree {
  const inner = rest.length === 0 ? value : withValue(isTree(tree[name]) ? tree[name] : {}, rest, value)
  const isGone = inner === undefined || (rest.length > 0 && isTree(inner) && Object.keys(inner).length === 0)
  if (!isGone) return { ...tree, [name]: inner }
  const { [name]: _, ...others } = tree
  return others
}

export interface Difference {
  readonly path: readonly string[]
  readonly from: unknown
  readonly to: unknown
}

/** The differences of two trees, compared recursively where both sides have groups. */
export function differences(before: Tree, after: Tree, path: readonly string[] = []): readonly Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return names.flatMap((name) => {
    const [from, to] = [before[name], after[name]]
    const here = [...path, name]
    if (isTree(from) && isTree(to)) return differences(from, to, here)
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ path: here, from, to }]
  })
}

/** Applies a person's own changes on top of another person's saved changes. */
export function reapply(own: readonly Difference[], latest: Tree): Tree {
  return own.reduce<Tree>((tree, { path, to }) => withValue(tree, path, to), latest)
}
