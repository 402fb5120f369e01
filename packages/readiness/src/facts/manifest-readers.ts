import type { Ecosystem } from '../catalog/ecosystems.ts'
import type { Repository } from '../repository/create-repository.ts'
import { expression } from '../repository/expression.ts'
import { at, entriesOf, hasAny } from '../repository/json-path.ts'
import { below, directoryOf, joinPath, nameOf } from '../repository/places.ts'

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

const pageMakers = expression(
  '',
  String.raw`\b(next|nuxt|vite|astro|gatsby|remix|react-router|expo|ng|vue-cli-service|react-scripts|craco|webpack|parcel|rsbuild`,
  String.raw`|quasar|umi|ember|vinxi|docusaurus|vitepress|vuepress|eleventy)\b`,
)

/** How the manifest of each ecosystem is read. */
export const readers: Readonly<Partial<Record<Ecosystem, Reader>>> = {
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
        'its package.json names what is imported': isImported,
        'its package.json exports something': hasAny(value, ['exports', 'types', 'module']),
        'its package.json offers a command': at(value, 'bin') !== undefined,
        'its package.json is private': isPrivate,
        'a script of its package.json starts it': /\b(node|nodemon|tsx|ts-node|bun|nest|pm2|fastify|next|nuxt)\b/.test(
          `${scripts.start ?? ''} ${scripts['start:prod'] ?? ''} ${scripts.prod ?? ''}`,
        ),
        'a script of its package.json shows or builds pages': pageMakers.test(
          `${scripts.dev ?? ''} ${scripts.start ?? ''} ${scripts.serve ?? ''} ${scripts.build ?? ''}`,
        ),
        'its package.json gathers others': gathers,
        'its package.json packs a window': ['dependencies', 'devDependencies'].some((key) =>
          hasAny(at(value, key), ['electron', 'nw']),
        ),
      }),
    }
  },
  deno: ({ value, path, repository }) => ({
    name: at(value, 'name'),
    isOwn:
      !repository.has(joinPath(directoryOf(path), 'package.json')) &&
      (hasAny(value, ['exports']) || entriesOf(at(value, 'imports')).length > 0),
    isPublished: hasAny(value, ['exports']) || undefined,
    signs: named({ 'its package.json exports something': hasAny(value, ['exports']) }),
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
          ? value === undefined || at(project, 'name') !== undefined
          : name === 'setup.py'
            ? /\b(setuptools|distutils)\b/.test(text)
            : name === 'setup.cfg'
              ? /^\[(metadata|options)\]/m.test(text)
              : !beside.includes('__init__.py')),
      isPublished: isList
        ? undefined
        : at(project, 'classifiers') !== undefined || /classifiers/i.test(text) || undefined,
      signs: named({
        'it is a package of Python': !isList,
        'its package offers a command': commands !== undefined || /console_scripts/.test(text),
        'its package says that programs are made with it': /Topic :: Software Development :: Libraries/.test(text),
        'it has a list of requirements alone': isList,
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
        'its Cargo.toml has a program': at(value, 'bin') !== undefined || at(crate, 'default-run') !== undefined,
        'its Cargo.toml has a library': at(value, 'lib') !== undefined,
      }),
    }
  },
  maven: ({ text }) => ({
    name: /<artifactId>\s*([^<\s]+)/.exec(text.replace(/<parent>[\s\S]*?<\/parent>/, ''))?.[1],
    isOwn: !(/<modules>/.test(text) && /<packaging>\s*pom\s*</.test(text)) && !/<packaging>\s*pom\s*</.test(text),
    isPublished: /<maven\.deploy\.skip>\s*true|<skipPublishing>\s*true/.test(text) ? false : undefined,
    signs: named({
      'its build packs a program': has(
        text,
        /<packaging>\s*war\b|spring-boot-maven-plugin|quarkus-maven-plugin|jib-maven-plugin|<mainClass>|maven-shade|appassembler/,
      ),
      'its build packs a web archive': has(text, /<packaging>\s*war\b/),
      'its build signs what it publishes': has(
        text,
        /maven-gpg-plugin|central-publishing|<distributionManagement>|nexus-staging/,
      ),
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
        'its build packs a program': has(
          text,
          /["']application["']|^\s*application\s*(\{|$)|["']war["']|mainClass|\bjib\b|shadowJar|org\.springframework\.boot|io\.quarkus|micronaut\.application/m,
        ),
        'its build is that of a library': has(text, /java-library|^\s*api\s*[(\s"']/m) || publishes,
        'its build makes an application for Android': has(text, /com\.android\.application|\bapplicationId\b/),
        'its build makes a library for Android': has(text, /com\.android\.library/),
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
      isOwn: !isTest && !/Microsoft\.Build\.(Traversal|NoTargets)|Aspire\.AppHost/.test(text),
      isPublished: /<IsPackable>\s*false/i.test(text)
        ? false
        : /<(PackageId|PackageTags|GeneratePackageOnBuild|IsPackable|PackageDescription)>(?!\s*false)/i.test(text) ||
          undefined,
      signs: named({
        'its project is one for the web': has(text, /Microsoft\.NET\.Sdk\.(Web|Worker)/),
        'its project makes a program of .NET': has(text, /<OutputType>\s*Exe/i),
        'its project opens windows': has(
          text,
          /<OutputType>\s*WinExe|<UseWPF>|<UseWindowsForms>|<UseMaui>|-(android|ios|maccatalyst)\b/i,
        ),
        'its project makes a tool of .NET': has(text, /<PackAsTool>\s*true/i),
        'its project makes a library of .NET': !has(text, /<OutputType>|Sdk\.(Web|Worker|BlazorWebAssembly)/i),
      }),
    }
  },
  ruby: ({ text, path, repository }) => ({
    name: path.endsWith('.gemspec') ? nameOf(path).replace('.gemspec', '') : undefined,
    isOwn: true,
    isPublished: path.endsWith('.gemspec') || undefined,
    signs: named({
      'it is a gem': path.endsWith('.gemspec'),
      'its gem offers a command': has(text, /\.executables?\s*(=|<<)/),
      'it has a start for web servers of Ruby': repository.namesIn(directoryOf(path)).includes('config.ru'),
    }),
  }),
  php: ({ value, path, repository }) => ({
    name: at(value, 'name'),
    isOwn: !/(^|\/)(dev-?tools|vendor-bin\/[^/]+)$/.test(directoryOf(path)),
    isPublished: /^(library|symfony-bundle|composer-plugin)$/.test(String(at(value, 'type'))) || undefined,
    signs: named({
      'its composer.json is that of a library': /^(library|symfony-bundle|composer-plugin)$/.test(
        String(at(value, 'type')),
      ),
      'its composer.json is that of a project': at(value, 'type') === 'project',
      'its composer.json offers a command': at(value, 'bin') !== undefined,
      'its composer.json is for Laravel': at(value, 'extra', 'laravel') !== undefined,
      'it has a page of PHP that web servers open': repository.paths.some(
        (each) =>
          /^(public\/|web\/)?index\.php$/.test(below(each, directoryOf(path))) && each.startsWith(directoryOf(path)),
      ),
    }),
  }),
  swift: ({ text, path }) => ({
    isOwn: true,
    name: /\bPackage\(\s*name:\s*"([^"]+)"/.exec(text)?.[1],
    signs: named({
      'its Package.swift has a library': has(text, /\.library\(/),
      'its Package.swift has a program': has(text, /\.executable\(|\.executableTarget\(/),
      'its project of Xcode makes an application': path.endsWith('.pbxproj') && has(text, /product-type\.application"/),
    }),
  }),
  mix: ({ text }) => ({
    isOwn: true,
    name: /\bapp: :(\w+)/.exec(text)?.[1],
    isPublished: /^\s*package:/m.test(text) || undefined,
    signs: named({
      'its mix.exs describes a package': has(text, /^\s*package:/m),
      'its mix.exs names what is started': has(text, /^\s*mod:/m),
      'its mix.exs makes a script': has(text, /^\s*escript:/m),
      'its mix.exs makes releases': has(text, /^\s*releases:/m),
    }),
  }),
  cmake: ({ text, path }) => ({
    isOwn: directoryOf(path) === '' || /\bproject\s*\(/i.test(text),
    name: /\bproject\s*\(\s*["']?([\w.-]+)/i.exec(text)?.[1],
    signs: named({
      'its build makes a library of C': has(
        text,
        /\badd_library\s*\((?![^)]*\b(IMPORTED|INTERFACE|ALIAS|OBJECT)\b)|\blibrary\s*\(|LT_INIT/,
      ),
      'its build makes a program of C': has(text, /\badd_executable\s*\(|\bexecutable\s*\(|bin_PROGRAMS/),
    }),
  }),
  clojure: ({ text }) => ({
    isOwn: true,
    signs: named({ 'its build names a start in Clojure': has(text, /:main\b|:uberjar|:ring\s*\{|:main-opts/) }),
  }),
  sbt: ({ path }) => ({ isOwn: !/(^|\/)project$/.test(directoryOf(path)), signs: [] }),
  pub: ({ value }) => ({
    isOwn: true,
    name: at(value, 'name'),
    isPublished: at(value, 'publish_to') === 'none' ? false : at(value, 'description') !== undefined || undefined,
    signs: named({
      'its pubspec.yaml needs Flutter': at(value, 'dependencies', 'flutter') !== undefined,
      'its pubspec.yaml keeps it from registries': at(value, 'publish_to') === 'none',
      'its pubspec.yaml is that of a plugin': at(value, 'flutter', 'plugin') !== undefined,
      'its pubspec.yaml offers a command': at(value, 'executables') !== undefined,
    }),
  }),
  haskell: ({ text }) => ({
    isOwn: true,
    name: /^name:\s*(\S+)/im.exec(text)?.[1],
    signs: named({
      'its package has a program': has(text, /^executable\s/im),
      'its package has a library': has(text, /^library\b/im),
    }),
  }),
  zig: ({ text }) => ({
    isOwn: true,
    signs: named({
      'its build makes a program of Zig': has(text, /\baddExecutable\(/),
      'its build makes a library of Zig': has(text, /\baddModule\(|\baddLibrary\(|addStaticLibrary/),
    }),
  }),
  julia: ({ value }) => ({
    isOwn: at(value, 'name') !== undefined && at(value, 'uuid') !== undefined,
    name: at(value, 'name'),
    signs: ['it is a package of Julia'],
  }),
  r: ({ text }) => ({ isOwn: /^Package:/m.test(text), signs: ['it is a package of R'] }),
  erlang: ({ text }) => ({
    isOwn: true,
    signs: named({
      'its rebar.config makes a script': has(text, /^\{escript_/m),
      'its rebar.config makes a release': has(text, /^\{relx/m),
    }),
  }),
}
