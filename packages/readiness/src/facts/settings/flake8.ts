import type { Repository } from '../../repository/create-repository.ts'
import { joinPath } from '../../repository/places.ts'
import { type Setting, setsAt } from './setting.ts'

/** flake8 reports a group of codes: it is set up, the group is selected, and nothing ignores it. */
export function flake8(group: string): Setting {
  return (repository, directories) => {
    for (const directory of directories) {
      for (const name of ['.flake8', 'setup.cfg', 'tox.ini']) {
        const path = joinPath(directory, name)
        const section = repository.has(path) ? sectionOf(repository, path) : undefined
        if (section === undefined) continue
        const selected = codes(section, 'select')
        const isSelected = selected.length === 0 || selected.some((code) => group.startsWith(code))
        const isIgnored = ['ignore', 'extend-ignore'].some((key) =>
          codes(section, key).some((code) => group.startsWith(code) || (group === 'C90' && code === 'C901')),
        )
        // Without a limit the codes of complexity report nothing.
        const isLimited = group !== 'C90' || /^max[-_]complexity\s*=\s*\d/m.test(section)
        if (!isSelected || isIgnored || !isLimited) return undefined
        return setsAt(
          repository,
          path,
          group === 'C90' ? (/max[-_]complexity/.exec(section)?.[0] ?? '') : '[flake8]',
          `the codes ${group} of flake8`,
        )
      }
    }
    return undefined
  }
}

/** The lines below `[flake8]`, up to the next section. */
function sectionOf(repository: Repository, path: string): string | undefined {
  const lines = (repository.text(path) ?? '').split(/\r?\n/)
  const start = lines.findIndex((line) => /^\[flake8\]/.test(line))
  if (start < 0) return undefined
  const end = lines.findIndex((line, index) => index > start && line.startsWith('['))
  return lines.slice(start + 1, end < 0 ? undefined : end).join('\n')
}

function codes(section: string, key: string): string[] {
  // Its names have hyphens or underscores.
  const found = new RegExp(`^${key.replace('-', '[-_]')}\\s*=((?:.*)(?:\\n[ \\t]+.*)*)`, 'm').exec(section)?.[1] ?? ''
  return found
    .replace(/#.*$/gm, '')
    .split(/[\s,]+/)
    .filter((code) => code !== '')
}
