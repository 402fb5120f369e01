import type { Ecosystem } from '../../src/applications/application.ts'

interface EcosystemRow {
  /** Lock files, and how to make one; without names, manifests name exact versions. */
  readonly locks?: string
  readonly make?: string
  /** What it leaves behind: one of these must be ignored; the first one is the example. */
  readonly leaves?: readonly [example: string, pattern: RegExp]
}

/** What package managers and build tools keep and leave behind. */
export const ecosystems: Readonly<Partial<Record<Ecosystem, EcosystemRow>>> = {
  npm: {
    locks: 'package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock',
    make: 'commit package-lock.json',
    leaves: ['node_modules/', /node_modules/],
  },
  deno: { locks: 'deno.lock', make: 'commit deno.lock' },
  python: {
    locks: 'uv.lock poetry.lock Pipfile.lock pdm.lock pylock.toml conda-lock.yml pixi.lock requirements*.lock',
    make: 'commit uv.lock, or pin every requirement with ==',
    leaves: ['__pycache__/', /__pycache__|\.py\[|\*\.pyc|\.venv|\bvenv\b/],
  },
  go: { locks: 'go.sum', make: 'commit go.sum' },
  cargo: { locks: 'Cargo.lock', make: 'commit Cargo.lock', leaves: ['target/', /\btarget\b/] },
  maven: { make: 'write exact versions', leaves: ['target/', /\btarget\b|\*\.class/] },
  gradle: {
    locks: 'gradle.lockfile dependencies.lock buildscript-gradle.lockfile versions.lock verification-metadata.xml',
    make: 'write exact versions, or commit gradle.lockfile',
    leaves: ['build/', /\bbuild\b|\.gradle\b/],
  },
  dotnet: {
    locks: 'packages.lock.json Directory.Packages.props paket.lock',
    make: 'write exact versions, or commit packages.lock.json',
    leaves: ['obj/', /\b(bin|obj)\b|\[Bb\]in|\[Oo\]bj/],
  },
  ruby: { locks: 'Gemfile.lock gems.locked', make: 'commit Gemfile.lock', leaves: ['.bundle/', /\.bundle|vendor\/bundle|\blog\b|\btmp\b|\*\.gem|\bpkg\b/] },
  php: { locks: 'composer.lock', make: 'commit composer.lock', leaves: ['vendor/', /\bvendor\b/] },
  mix: { locks: 'mix.lock', make: 'commit mix.lock', leaves: ['_build/', /_build\b|\bdeps\b/] },
  swift: { locks: 'Package.resolved', make: 'commit Package.resolved', leaves: ['.build/', /\.build\b|xcuserdata|DerivedData/] },
  sbt: { make: 'write exact versions', leaves: ['target/', /\btarget\b/] },
  clojure: { make: 'write exact versions', leaves: ['target/', /\btarget\b|\.cpcache/] },
  pub: { locks: 'pubspec.lock', make: 'commit pubspec.lock', leaves: ['.dart_tool/', /\.dart_tool|\.packages/] },
  haskell: {
    locks: 'cabal.project.freeze stack.yaml.lock',
    make: 'commit cabal.project.freeze or stack.yaml.lock',
    leaves: ['dist-newstyle/', /dist-newstyle|\.stack-work|\bdist\b|cabal-dev/],
  },
  zig: { leaves: ['.zig-cache/', /zig-cache|zig-out/] },
  perl: { locks: 'cpanfile.snapshot carmel.lock', make: 'commit cpanfile.snapshot', leaves: ['blib/', /\bblib\b|\.build\b|MYMETA/] },
  lua: { locks: 'luarocks.lock', make: 'commit luarocks.lock' },
  julia: { locks: 'Manifest*.toml', make: 'commit Manifest.toml' },
  erlang: { locks: 'rebar.lock', make: 'commit rebar.lock' },
  r: { locks: 'renv.lock', make: 'commit renv.lock' },
  ocaml: { locks: '*.opam.locked dune.lock', make: 'commit a lock file of opam' },
  cmake: { leaves: ['build/', /\bbuild|\*\.o\b|cmake-build|CMakeFiles/i] },
  terraform: { locks: '.terraform.lock.hcl', make: 'commit .terraform.lock.hcl', leaves: ['.terraform/', /\.terraform|\*\.tfstate|tfstate/] },
}

/** What editors and systems leave behind. */
export const leftByEditors =
  /\.DS_Store|Thumbs\.db|\.idea|\.vscode(?!-test)|\.sw([op]\b|\[)|\*~|\.vs\b|\*\.user\b|\*\.iml|\.project\b|\.settings\b|\.classpath|nbproject|sublime-|\.ropeproject|\.spyder|\.komodo|\.fleet|\.zed\b|desktop\.ini|^\.\*$/m
