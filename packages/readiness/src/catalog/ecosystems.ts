import { expression } from '../repository/expression.ts'
import type { Language } from './languages.ts'

interface EcosystemRow {
  /** The manifests by which applications are found. */
  readonly manifests: string
  /** What is usually written with it. */
  readonly language: Language
  /** Lock files, and how to make one; without names, manifests name exact versions. */
  readonly locks?: string
  readonly make?: string
  /** What it leaves behind: one of these must be ignored; the first one is the example. */
  readonly leaves?: readonly [example: string, pattern: RegExp]
}

/** What package managers and build tools keep and leave behind. */
const rows = {
  npm: {
    manifests: 'package.json',
    language: 'javascript',
    locks: 'package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock',
    make: 'commit package-lock.json',
    leaves: ['node_modules/', /node_modules/],
  },
  deno: { manifests: 'deno.json deno.jsonc', language: 'typescript', locks: 'deno.lock', make: 'commit deno.lock' },
  python: {
    manifests: 'pyproject.toml setup.py setup.cfg requirements.txt Pipfile',
    language: 'python',
    locks: 'uv.lock poetry.lock Pipfile.lock pdm.lock pylock.toml conda-lock.yml pixi.lock requirements*.lock',
    make: 'commit uv.lock, or pin every requirement with ==',
    leaves: ['__pycache__/', /__pycache__|\.py\[|\*\.pyc|\.venv|\bvenv\b/],
  },
  go: { manifests: 'go.mod', language: 'go', locks: 'go.sum', make: 'commit go.sum' },
  cargo: { manifests: 'Cargo.toml', language: 'rust', locks: 'Cargo.lock', make: 'commit Cargo.lock', leaves: ['target/', /\btarget\b/] },
  maven: { manifests: 'pom.xml', language: 'java', make: 'write exact versions', leaves: ['target/', /\btarget\b|\*\.class/] },
  gradle: {
    manifests: 'build.gradle build.gradle.kts',
    language: 'java',
    locks: 'gradle.lockfile dependencies.lock buildscript-gradle.lockfile versions.lock verification-metadata.xml',
    make: 'write exact versions, or commit gradle.lockfile',
    leaves: ['build/', /\bbuild\b|\.gradle\b/],
  },
  dotnet: {
    manifests: '*.csproj *.fsproj *.vbproj',
    language: 'csharp',
    locks: 'packages.lock.json Directory.Packages.props paket.lock',
    make: 'write exact versions, or commit packages.lock.json',
    leaves: ['obj/', /\b(bin|obj)\b|\[Bb\]in|\[Oo\]bj/],
  },
  ruby: {
    manifests: 'Gemfile *.gemspec',
    language: 'ruby',
    locks: 'Gemfile.lock gems.locked',
    make: 'commit Gemfile.lock',
    leaves: ['.bundle/', /\.bundle|vendor\/bundle|\blog\b|\btmp\b|\*\.gem|\bpkg\b/],
  },
  php: { manifests: 'composer.json', language: 'php', locks: 'composer.lock', make: 'commit composer.lock', leaves: ['vendor/', /\bvendor\b/] },
  mix: { manifests: 'mix.exs', language: 'elixir', locks: 'mix.lock', make: 'commit mix.lock', leaves: ['_build/', /_build\b|\bdeps\b/] },
  swift: {
    manifests: 'Package.swift project.pbxproj',
    language: 'swift',
    locks: 'Package.resolved',
    make: 'commit Package.resolved',
    leaves: ['.build/', /\.build\b|xcuserdata|DerivedData/],
  },
  sbt: { manifests: 'build.sbt build.sc build.mill', language: 'scala', make: 'write exact versions', leaves: ['target/', /\btarget\b/] },
  clojure: { manifests: 'project.clj deps.edn', language: 'clojure', make: 'write exact versions', leaves: ['target/', /\btarget\b|\.cpcache/] },
  pub: { manifests: 'pubspec.yaml', language: 'dart', locks: 'pubspec.lock', make: 'commit pubspec.lock', leaves: ['.dart_tool/', /\.dart_tool|\.packages/] },
  haskell: {
    manifests: '*.cabal',
    language: 'haskell',
    locks: 'cabal.project.freeze stack.yaml.lock',
    make: 'commit cabal.project.freeze or stack.yaml.lock',
    leaves: ['dist-newstyle/', /dist-newstyle|\.stack-work|\bdist\b|cabal-dev/],
  },
  zig: { manifests: 'build.zig', language: 'zig', leaves: ['.zig-cache/', /zig-cache|zig-out/] },
  perl: {
    manifests: 'Makefile.PL Build.PL cpanfile dist.ini',
    language: 'perl',
    locks: 'cpanfile.snapshot carmel.lock',
    make: 'commit cpanfile.snapshot',
    leaves: ['blib/', /\bblib\b|\.build\b|MYMETA/],
  },
  lua: { manifests: '*.rockspec', language: 'lua', locks: 'luarocks.lock', make: 'commit luarocks.lock' },
  julia: { manifests: 'Project.toml', language: 'julia', locks: 'Manifest*.toml', make: 'commit Manifest.toml' },
  erlang: { manifests: 'rebar.config erlang.mk', language: 'erlang', locks: 'rebar.lock', make: 'commit rebar.lock' },
  r: { manifests: 'DESCRIPTION', language: 'r', locks: 'renv.lock', make: 'commit renv.lock' },
  ocaml: { manifests: 'dune-project', language: 'ocaml', locks: '*.opam.locked dune.lock', make: 'commit a lock file of opam' },
  cmake: { manifests: 'CMakeLists.txt meson.build configure.ac', language: 'cpp', leaves: ['build/', /\bbuild|\*\.o\b|cmake-build|CMakeFiles/i] },
  terraform: {
    manifests: '*.tf',
    language: 'terraform',
    locks: '.terraform.lock.hcl',
    make: 'commit .terraform.lock.hcl',
    leaves: ['.terraform/', /\.terraform|\*\.tfstate|tfstate/],
  },
} as const satisfies Readonly<Record<string, EcosystemRow>>

export type Ecosystem = keyof typeof rows

export const ecosystems: Readonly<Record<Ecosystem, EcosystemRow>> = rows

/** What editors and systems leave behind. */
export const leftByEditors = expression(
  'm',
  String.raw`\.DS_Store|Thumbs\.db|\.idea|\.vscode(?!-test)|\.sw([op]\b|\[)|\*~|\.vs\b|\*\.user\b|\*\.iml|\.project\b|\.settings\b`,
  String.raw`|\.classpath|nbproject|sublime-|\.ropeproject|\.spyder|\.komodo|\.fleet|\.zed\b|desktop\.ini|^\.\*$`,
)
