import { buildIfChanged } from '../../../scripts/built-folder.ts'
import { webFolder } from './sources.ts'

await buildIfChanged(webFolder, 'The web application is', async () => {
  const { buildWeb } = await import('./build.ts')
  await buildWeb()
})
