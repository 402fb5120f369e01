import type { Repository } from '../repository/create-repository.ts'
import { at } from '../repository/json-path.ts'
import { directoryOf, joinPath, nameOf } from './places.ts'

/** What a build of Gradle applies or sets in order to publish; a store for applications is named in other words. */
const publishes =
  /\bmavenPublish\b|\bpublishing\b|\bpublication\b|[-.'"`/]publish\b|\b(bintray|nebula|nexus|sonatype|uploadArchives|android-maven)\b/

/** What a build of Gradle needs, which may be a plugin that publishes others. */
const needed = /^\s*(implementation|api|compileOnly|runtimeOnly|classpath|constraints)\b.*/gm

/** What keeps a module of Maven from being deployed. */
const neverDeployed =
  /<maven\.deploy\.skip>\s*true|<skipPublishing>\s*true|<artifactId>maven-deploy-plugin<\/artifactId>(?:(?!<\/plugin>)[\s\S])*?<skip>\s*true/

/** Whether a manifest itself says that a registry gets what it describes: asked of crates, modules of Gradle, Dart and .NET. */
export function isPublished(repository: Repository, path: string): boolean {
  const name = nameOf(path)
  if (name === 'Cargo.toml') {
    const crate = at(repository.data(path).value, 'package')
    return at(crate, 'description') !== undefined && at(crate, 'publish') !== false
  }
  if (name === 'pubspec.yaml') {
    const data = repository.data(path).value
    return at(data, 'description') !== undefined && at(data, 'publish_to') !== 'none'
  }
  if (name.endsWith('proj'))
    return /<(PackageId|PackageTags|GeneratePackageOnBuild|IsPackable)>(?!\s*false)/i.test(repository.text(path) ?? '')
  if (!/\.gradle(\.kts)?$/.test(name)) return false
  const beside = repository.text(joinPath(directoryOf(path), 'gradle.properties')) ?? ''
  const text = (repository.text(path) ?? '').replace(needed, '')
  return publishes.test(text) || /^POM_ARTIFACT_ID\s*=/m.test(beside)
}

/** A crate that people get as a program, in a package of their system. */
function isPacked(crate: unknown): boolean {
  if (at(crate, 'metadata', 'dist', 'dist') === true) return true
  return ['deb', 'generate-rpm', 'wix', 'bundle'].some((tool) => at(crate, 'metadata', tool) !== undefined)
}

/** Whether a manifest itself says that no registry ever gets what it describes. */
export function isNeverPublished(repository: Repository, path: string): boolean {
  switch (nameOf(path)) {
    case 'Cargo.toml': {
      const crate = at(repository.data(path).value, 'package')
      const publish = at(crate, 'publish')
      return (publish === false || (Array.isArray(publish) && publish.length === 0)) && !isPacked(crate)
    }
    case 'pubspec.yaml':
      return at(repository.data(path).value, 'publish_to') === 'none'
    case 'pom.xml':
      return neverDeployed.test(repository.text(path) ?? '')
    default:
      return /\.(cs|fs|vb)proj$/.test(path) && /<IsPackable>\s*false/i.test(repository.text(path) ?? '')
  }
}
