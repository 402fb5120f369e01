import { buildIfChanged } from '../built-folder.ts'
import { packagesFolder } from './sources.ts'

await buildIfChanged(packagesFolder, 'The packages are', async () => {
  const { buildPackages } = await import('./build.ts')
  await buildPackages()
})
