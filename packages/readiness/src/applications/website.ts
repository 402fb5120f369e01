import { nameOf } from '../repository/places.ts'
import type { Application } from './application.ts'

type Described = Pick<Application, 'dependencies' | 'manifests' | 'directory'>

/** What makes nothing but pages about a project. */
const generators =
  /^(docusaurus|@docusaurus\/.*|vitepress|vuepress|nextra.*|fumadocs-.*|@astrojs\/starlight|mintlify|@mintlify\/.*|docsify.*|docus|undocs|@nuxt-themes\/docus)$/

/** What makes pages of any kind. */
const pages =
  /^(next|nuxt|astro|gatsby|@11ty\/eleventy|hexo|@sveltejs\/kit|@remix-run\/react|react-dom|vue|svelte|@angular\/core)$/

/** Folders that hold what is told about the project beside them. */
const folders = /^_?(docs?(-?site)?|documentation|website|[\w-]+\.(dev|org|com|io))$/i

/** Whether an application is pages about a project. What makes them is often declared for development only. */
export function isWebsite({ dependencies, manifests, directory }: Described): boolean {
  const isAbout = folders.test(nameOf(directory))
  return dependencies.some(
    ({ name, path }) => manifests.includes(path) && (generators.test(name) || (isAbout && pages.test(name))),
  )
}
