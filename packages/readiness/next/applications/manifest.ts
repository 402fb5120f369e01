import type { Ecosystem } from '../../src/applications/application.ts'
import { ecosystemOf } from '../../src/applications/manifests.ts'
import { below, directoryOf, joinPath, nameOf } from '../../src/applications/places.ts'
import type { Repository } from '../../src/repository/create-repository.ts'
import { at, entriesOf, hasAny } from '../../src/repository/json-path.ts'

/** What a manifest says of itself. */
export interface Manifest {
  readonly path: string
  readonly directory: string
  readonly ecosystem: Ecosystem
  readonly name?: string | undefined
  /** It describes something of its own; others only gather, or hold settings of tools. */
  readonly isOwn: boolean
  /** Whether a registry gets it, if it says so. */
  readonly isPublished?: boolean | undefined
  /** What it says that speaks for a kind, as signs of `catalog/kinds.ts`. */
  readonly signs: readonly string[]
}

type Reader = (data: {
  readonly text: string
  readonly value: unknown
  readonly path: string
  readonly repository: Repository
}) => {
  readonly isOwn: boolean
  readonly name?: unknown
  readonly isPublished?: boolean | undefined
  readonly signs?: readonly (string | false)[]
}

/** Whether any of these is true, named. */
const named = (signs: Readonly<Record<string, unknown>>) => Object.keys(signs).filter((sign) => signs[sign])

const has = (text: string, pattern: RegExp) => pattern.test(text)

const readers: Readonly<Partial<Record<Ecosystem, Reader>>> = {
  npm({ value, path, repository }) {
    const gathers =
      at(value, 'workspaces') !== undefined ||
      at(repository.data(joinPath(directoryOf(path), 'pnpm-workspace.yaml')).value, 'packages') !== undefined
    const isPrivate = at(value, 'private') === true
    const isImported = hasAny(value, ['exports', 'types', 'module', 'main'])
    const gives = hasAny(value, ['dependencies', 'bin', 'exports', 'main', 'module', 'scripts'])
    const isEmpty = !hasAny(value, ['name', 'dependencies', 'scripts', 'devDependencies'])
    const scripts = Object.fromEntries(entriesOf(at(value, 'scripts'))) as Record<string, string>
    return {
      name: at(value, 'name'),
      isOwn:
        value === undefined ||
        (!isEmpty &&
          !(gathers && isPrivate && !hasAny(value, ['exports', 'bin', 'dependencies'])) &&
          !(isPrivate && !gives)),
      isPublished: isPrivate
        ? false
        : isImported || at(value, 'files') !== undefined || at(value, 'publishConfig') !== undefined || undefined,
      signs: named({
        'npm: imported': isImported,
        'npm: exports': hasAny(value, ['exports', 'types', 'module']),
        'npm: command': at(value, 'bin') !== undefined,
        'npm: private': isPrivate,
        'npm: starts': /\b(node|nodemon|tsx|ts-node|bun|nest|pm2|fastify|next|nuxt)\b/.test(
          `${scripts.start ?? ''} ${scripts['start:prod'] ?? ''} ${scripts.prod ?? ''}`,
        ),
        'npm: shows pages':
          /\b(next|nuxt|vite|astro|gatsby|remix|react-router|expo|ng|vue-cli-service|react-scripts|craco|webpack|parcel|rsbuild|quasar|umi|ember|vinxi|docusaurus|vitepress|vuepress|eleventy)\b/.test(
            `${scripts.dev ?? ''} ${scripts.start ?? ''} ${scripts.serve ?? ''} ${scripts.build ?? ''}`,
          ),
        'npm: gathers': gathers,
      }),
    }
  },
  deno: ({ value, path, repository }) => ({
    name: at(value, 'name'),
    isOwn:
      !repository.has(joinPath(directoryOf(path), 'package.json')) &&
      (hasAny(value, ['exports']) || entriesOf(at(value, 'imports')).length > 0),
    isPublished: hasAny(value, ['exports']) || undefined,
    signs: named({ 'npm: exports': hasAny(value, ['exports']) }),
  }),
  python({ value, text, path, repository }) {
    const name = nameOf(path)
    const project = at(value, 'project') ?? at(value, 'tool', 'poetry')
    const beside = repository.namesIn(directoryOf(path))
    const isList = /requirements|Pipfile/.test(name)
    const isDocs = /(^|\/)docs?$/.test(directoryOf(path))
    const commands = at(project, 'scripts') ?? at(value, 'project', 'gui-scripts')
    return {
      name: at(project, 'name') ?? /^\s*name\s*=\s*["']?([\w.-]+)/m.exec(name.startsWith('setup') ? text : '')?.[1],
      isOwn:
        !isDocs &&
        (name === 'pyproject.toml'
          ? at(project, 'name') !== undefined
          : name === 'setup.py'
            ? /\b(setuptools|distutils)\b/.test(text)
            : name === 'setup.cfg'
              ? /^\[(metadata|options)\]/m.test(text)
              : !beside.includes('__init__.py')),
      isPublished: isList
        ? undefined
        : at(project, 'classifiers') !== undefined || /classifiers/i.test(text) || undefined,
      signs: named({
        'python: package': !isList,
        'python: command': commands !== undefined || /console_scripts/.test(text),
        'python: for programs': /Topic :: Software Development :: Libraries/.test(text),
        'python: list': isList,
      }),
    }
  },
  go: ({ text, path }) => ({
    name: /^module\s+(\S+)/m.exec(text)?.[1],
    isOwn: !/(^|\/)(_|tools?$|internal\/)/.test(directoryOf(path)),
    signs: [],
  }),
  cargo({ value }) {
    const crate = at(value, 'package')
    const publish = at(crate, 'publish')
    const isKept = publish === false || (Array.isArray(publish) && publish.length === 0)
    return {
      name: at(crate, 'name'),
      isOwn: value === undefined || crate !== undefined,
      isPublished: isKept ? false : at(crate, 'description') !== undefined || undefined,
      signs: named({
        'cargo: program': at(value, 'bin') !== undefined || at(crate, 'default-run') !== undefined,
        'cargo: library': at(value, 'lib') !== undefined,
      }),
    }
  },
  maven: ({ text }) => ({
    name: /<artifactId>\s*([^<\s]+)/.exec(text.replace(/<parent>[\s\S]*?<\/parent>/, ''))?.[1],
    isOwn: !(/<modules>/.test(text) && /<packaging>\s*pom\s*</.test(text)) && !/<packaging>\s*pom\s*</.test(text),
    isPublished: /<maven\.deploy\.skip>\s*true|<skipPublishing>\s*true/.test(text) ? false : undefined,
    signs: named({
      'java: packed': has(
        text,
        /<packaging>\s*war\b|spring-boot-maven-plugin|quarkus-maven-plugin|jib-maven-plugin|<mainClass>|maven-shade|appassembler/,
      ),
      'java: war': has(text, /<packaging>\s*war\b/),
      'java: signed': has(text, /maven-gpg-plugin|central-publishing|<distributionManagement>|nexus-staging/),
    }),
  }),
  gradle({ text, path, repository }) {
    const settings = ['settings.gradle', 'settings.gradle.kts']
      .map((name) => repository.text(joinPath(directoryOf(path), name)) ?? '')
      .join('')
    const properties = repository.text(joinPath(directoryOf(path), 'gradle.properties')) ?? ''
    const isEmpty =
      /\binclude\b/.test(settings) &&
      !repository.paths.some((each) => each.startsWith(joinPath(directoryOf(path), 'src/')))
    const publishes =
      /\bmavenPublish\b|\bmaven-publish\b|\bpublishing\b|\bpublication\b|[-.'"`/]publish\b|nexus|sonatype|vanniktech/.test(
        text.replace(/^\s*(implementation|api|compileOnly|classpath)\b.*/gm, ''),
      ) || /^POM_ARTIFACT_ID\s*=/m.test(properties)
    return {
      isOwn: !isEmpty,
      isPublished: publishes || undefined,
      signs: named({
        'java: packed': has(
          text,
          /["']application["']|^\s*application\s*(\{|$)|["']war["']|mainClass|\bjib\b|shadowJar|org\.springframework\.boot|io\.quarkus|micronaut\.application/m,
        ),
        'java: library': has(text, /java-library|^\s*api\s*[(\s"']/m) || publishes,
        'android: application': has(text, /com\.android\.application|\bapplicationId\b/),
        'android: library': has(text, /com\.android\.library/),
      }),
    }
  },
  dotnet({ text, path }) {
    const isTest =
      /(^|[.-])(Unit|Integration|Functional|Acceptance)?(Tests?|Specs?|Benchmarks?|Samples?|Examples?|Demo)(\.\w+)?\.\w+proj$/i.test(
        nameOf(path),
      ) || /Microsoft\.NET\.Test\.Sdk|<IsTestProject>\s*true|BenchmarkDotNet/i.test(text)
    return {
      name: nameOf(path).replace(/\.\w+$/, ''),
      isOwn: !isTest && !/Microsoft\.Build\.(Traversal|NoTargets)/.test(text),
      isPublished: /<IsPackable>\s*false/i.test(text)
        ? false
        : /<(PackageId|PackageTags|GeneratePackageOnBuild|IsPackable|PackageDescription)>(?!\s*false)/i.test(text) ||
          undefined,
      signs: named({
        'dotnet: web': has(text, /Microsoft\.NET\.Sdk\.(Web|Worker)/),
        'dotnet: program': has(text, /<OutputType>\s*Exe/i),
        'dotnet: window': has(
          text,
          /<OutputType>\s*WinExe|<UseWPF>|<UseWindowsForms>|<UseMaui>|-(android|ios|maccatalyst)\b/i,
        ),
        'dotnet: tool': has(text, /<PackAsTool>\s*true/i),
        'dotnet: library': !has(text, /<OutputType>|Sdk\.(Web|Worker|BlazorWebAssembly)/i),
      }),
    }
  },
  ruby: ({ text, path, repository }) => ({
    name: path.endsWith('.gemspec') ? nameOf(path).replace('.gemspec', '') : undefined,
    isOwn: true,
    isPublished: path.endsWith('.gemspec') || undefined,
    signs: named({
      'ruby: gem': path.endsWith('.gemspec'),
      'ruby: command': has(text, /\.executables?\s*(=|<<)/),
      'ruby: site': repository.namesIn(directoryOf(path)).includes('config.ru'),
    }),
  }),
  php: ({ value, path, repository }) => ({
    name: at(value, 'name'),
    isOwn: !/(^|\/)(dev-?tools|vendor-bin\/[^/]+)$/.test(directoryOf(path)),
    isPublished: /^(library|symfony-bundle|composer-plugin)$/.test(String(at(value, 'type'))) || undefined,
    signs: named({
      'php: library': /^(library|symfony-bundle|composer-plugin)$/.test(String(at(value, 'type'))),
      'php: project': at(value, 'type') === 'project',
      'php: command': at(value, 'bin') !== undefined,
      'php: for Laravel': at(value, 'extra', 'laravel') !== undefined,
      'php: site': repository.paths.some(
        (each) =>
          /^(public\/|web\/)?index\.php$/.test(below(each, directoryOf(path))) && each.startsWith(directoryOf(path)),
      ),
    }),
  }),
  swift: ({ text, path }) => ({
    isOwn: true,
    name: /\bPackage\(\s*name:\s*"([^"]+)"/.exec(text)?.[1],
    signs: named({
      'swift: library': has(text, /\.library\(/),
      'swift: program': has(text, /\.executable\(|\.executableTarget\(/),
      'swift: window': path.endsWith('.pbxproj') && has(text, /product-type\.application"/),
    }),
  }),
  mix: ({ text }) => ({
    isOwn: true,
    name: /\bapp: :(\w+)/.exec(text)?.[1],
    isPublished: /^\s*package:/m.test(text) || undefined,
    signs: named({
      'mix: package': has(text, /^\s*package:/m),
      'mix: started': has(text, /^\s*mod:/m),
      'mix: escript': has(text, /^\s*escript:/m),
      'mix: releases': has(text, /^\s*releases:/m),
    }),
  }),
  cmake: ({ text, path }) => ({
    isOwn: directoryOf(path) === '' || /\bproject\s*\(/i.test(text),
    name: /\bproject\s*\(\s*["']?([\w.-]+)/i.exec(text)?.[1],
    signs: named({
      'c: library': has(
        text,
        /\badd_library\s*\((?![^)]*\b(IMPORTED|INTERFACE|ALIAS|OBJECT)\b)|\blibrary\s*\(|LT_INIT/,
      ),
      'c: program': has(text, /\badd_executable\s*\(|\bexecutable\s*\(|bin_PROGRAMS/),
    }),
  }),
  clojure: ({ text }) => ({
    isOwn: true,
    signs: named({ 'clojure: started': has(text, /:main\b|:uberjar|:ring\s*\{|:main-opts/) }),
  }),
  sbt: ({ path }) => ({ isOwn: !/(^|\/)project$/.test(directoryOf(path)), signs: [] }),
  pub: ({ value }) => ({
    isOwn: true,
    name: at(value, 'name'),
    isPublished: at(value, 'publish_to') === 'none' ? false : at(value, 'description') !== undefined || undefined,
    signs: named({
      'dart: flutter': at(value, 'dependencies', 'flutter') !== undefined,
      'dart: kept': at(value, 'publish_to') === 'none',
      'dart: plugin': at(value, 'flutter', 'plugin') !== undefined,
      'dart: command': at(value, 'executables') !== undefined,
    }),
  }),
  haskell: ({ text }) => ({
    isOwn: true,
    name: /^name:\s*(\S+)/im.exec(text)?.[1],
    signs: named({ 'haskell: program': has(text, /^executable\s/im), 'haskell: library': has(text, /^library\b/im) }),
  }),
  zig: ({ text }) => ({
    isOwn: true,
    signs: named({
      'zig: program': has(text, /\baddExecutable\(/),
      'zig: library': has(text, /\baddModule\(|\baddLibrary\(|addStaticLibrary/),
    }),
  }),
  julia: ({ value }) => ({
    isOwn: at(value, 'name') !== undefined && at(value, 'uuid') !== undefined,
    name: at(value, 'name'),
    signs: ['julia: package'],
  }),
  r: ({ text }) => ({ isOwn: /^Package:/m.test(text), signs: ['r: package'] }),
  erlang: ({ text }) => ({
    isOwn: true,
    signs: named({ 'erlang: escript': has(text, /^\{escript_/m), 'erlang: release': has(text, /^\{relx/m) }),
  }),
}

export function readManifest(repository: Repository, path: string): Manifest | undefined {
  const ecosystem = ecosystemOf(path)
  if (ecosystem === undefined) return undefined
  const text = repository.text(path) ?? ''
  const value = /\.(json|jsonc|toml|ya?ml)$|Pipfile$/.test(path) ? repository.data(path).value : undefined
  const { name, signs = [], ...rest } = readers[ecosystem]?.({ text, value, path, repository }) ?? { isOwn: true }
  const folder = directoryOf(path)
  return {
    path,
    ecosystem,
    directory: folder.endsWith('.xcodeproj') ? directoryOf(folder) : folder,
    ...rest,
    name: typeof name === 'string' ? name : undefined,
    signs: signs.filter((sign) => sign !== false),
  }
}
