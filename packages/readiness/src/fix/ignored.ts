import ignore from 'ignore'
import type { Repository } from '../repository/create-repository.ts'
import { type Draft, withMore } from './fix.ts'

/**
 * The same files, with lines in .gitignore that except those which git would ignore: some repositories ignore whatever
 * begins with a dot. None at all if that does not help.
 */
export function withExceptions(repository: Repository, drafts: readonly Draft[]): readonly Draft[] {
  const before = drafts.find(({ path }) => path === '.gitignore')?.text ?? repository.text('.gitignore') ?? ''
  const isIgnored = (rules: string) => {
    const rule = ignore().add(rules)
    return ({ path }: Draft) => rule.ignores(path)
  }
  const hidden = drafts.filter(isIgnored(before)).filter(({ path }) => !repository.has(path))
  if (hidden.length === 0) return drafts
  // Who names a file or a folder means it; a rule for many may not have meant this one.
  const named = before.split('\n').filter((line) => !/[*?[]/.test(line))
  if (hidden.some(isIgnored(named.join('\n')))) return []
  const exceptions = new Set(hidden.map(({ path }) => `!/${path.replace(/\/.*/, '/')}`))
  const text = withMore(before, [...exceptions])
  if (hidden.some(isIgnored(text))) return []
  return [...drafts.filter(({ path }) => path !== '.gitignore'), { path: '.gitignore', text }]
}
