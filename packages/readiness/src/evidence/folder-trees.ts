/** A picture of folders and files, drawn with lines. */
interface FolderTree {
  readonly entries: { readonly name: string; readonly line: number }[]
  /** The folder that the line above the picture names. */
  readonly bases: readonly string[]
}

/** Folders that a build makes are not tracked. */
export const made = /(^|\/)(build|dist|out|target|bin|coverage|tmp|node_modules|vendor|data|logs?|\.\w*cache)$/

const entry = /^([│| ]*)[├└|`][─-]+ ?([\w@.-]+(?:\/[\w@.-]+)*)(\/?)(?=\s|$)/

/** The folders and files in the trees of a page. Names that stand for others, and what a build makes, are left out. */
export function treesIn(text: string): FolderTree[] {
  const found: FolderTree[] = []
  let current: FolderTree | undefined
  let above: string[] = []
  let before = ''
  for (const [index, row] of text.split('\n').entries()) {
    const [, indent = '', name = '', slash = ''] = entry.exec(row) ?? []
    if (!/^[│|├└` ]*[├└]|^[│|][\s│|]*$/.test(row)) {
      current = undefined
      before = row
      continue
    }
    if (current === undefined) {
      const base = /^\/?([\w.-]+(?:\/[\w.-]+)*)\/?\s*(#.*)?$/.exec(before)?.[1]
      current = { entries: [], bases: base === undefined ? [] : [base] }
      found.push(current)
      above = []
    }
    if (name === '') continue
    const depth = Math.round(indent.length / width)
    above = [...above.slice(0, depth), name]
    const path = above.join('/')
    const isPlain = slash === '/' || /\.\w+$/.test(name)
    if (isPlain && !above.some((each) => made.test(each) || standsForOthers.test(each)))
      current.entries.push({ name: path, line: index + 1 })
  }
  return found
}

/** How far a tree moves to the right for each folder. */
const width = 4

const standsForOthers = /\.\.\.|example|foo|bar|your|my[-_A-Z]|^\.env/i
