import type { Cell } from './cell.ts'

/** A nested object as pairs of path and value, such as `modelPolicy.allowCustomModels  no`. */
export function flatten(value: unknown, path = ''): (readonly [path: string, cell: Cell])[] {
  if (Array.isArray(value)) {
    if (value.every((each) => typeof each !== 'object' || each === null)) return [[path, value.join(', ')]]
    return value.flatMap((each, index) => flatten(each, `${path}[${index}]`))
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, each]) => flatten(each, path ? `${path}.${key}` : key))
  }
  if (typeof value === 'number' || typeof value === 'boolean') return [[path, value]]
  return [[path, typeof value === 'string' ? value : undefined]]
}
