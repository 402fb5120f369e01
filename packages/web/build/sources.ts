import { BuiltFolder } from '../../../scripts/built-folder.ts'

export const webFolder = new BuiltFolder('packages/web/dist', [
  'packages/web/{index.html,package.json}',
  'packages/web/{src,build}/**/*.{ts,tsx,css,svg,js}',
  'packages/{sdk,contract}/src/**/*.ts',
  'package-lock.json',
])
