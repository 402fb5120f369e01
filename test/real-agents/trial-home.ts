import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Makes a home with these files, and an empty folder to work in. */
export function makeHome(parent: string, files: Readonly<Record<string, string>>): { home: string; folder: string } {
  const [home, folder] = [join(parent, 'home'), join(parent, 'work')]
  for (const each of [home, folder]) mkdirSync(each, { recursive: true })
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), content)
  }
  return { home, folder }
}
