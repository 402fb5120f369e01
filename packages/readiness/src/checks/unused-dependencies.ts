import { toolsOf } from './check.ts'
import { furtherLanguages } from './further-languages.ts'
import { gradle } from './tool-files.ts'

/** Tools that find dependencies which nothing uses, by language. */
export const unusedDependencies = toolsOf('nothing reports dependencies that are not used', {
  ...furtherLanguages.unused_dependencies_detection,
  javascript: {
    near: /^\.?knip\.(jsonc?|ts|js)$|^\.depcheckrc/,
    dependency: /^(knip|depcheck|npm-check|unimported)$/,
    task: /\b(knip|depcheck|npm-check)\b/,
    add: 'add knip and run it in CI',
  },
  python: {
    dependency: /^(deptry|pip-extra-reqs|pip-check-reqs|creosote|fawltydeps)$/,
    task: /\bdeptry\b|\bfawltydeps\b/,
    add: 'add deptry and run it in CI',
  },
  go: { task: /\b(go|GO\)|GO\}) mod tidy\b/, add: 'run `go mod tidy -diff` in CI' },
  rust: { task: /cargo[- ](machete|udeps|shear)\b/, add: 'run `cargo machete` in CI' },
  java: {
    line: [[gradle, /dependency-analysis|dependencyAnalysis|nebula\.lint/]],
    task: /dependency:analyze|buildHealth/,
    add: 'run `mvn dependency:analyze`, or add the dependency-analysis plugin',
  },
  csharp: { dependency: /^(referencetrimmer|snitch)$/, add: 'add ReferenceTrimmer' },
  ruby: {
    task: /\bbundle[- ]?(unused|leak)\b|\bunused_gems\b|gem_unused/,
    dependency: /^(gem_unused|bundler-leak|unused_gems)$/,
    add: 'run a tool that finds unused gems in CI',
  },
  php: {
    dependency:
      /^(icanhazstring\/composer-unused|shipmonk\/composer-dependency-analyser|maglnet\/composer-require-checker)$/,
    add: 'add composer-unused',
  },
  cpp: {
    task: /include-what-you-use|\biwyu\b/,
    line: [[/^CMakeLists\.txt$/, /INCLUDE_WHAT_YOU_USE/]],
    add: 'run include-what-you-use',
  },
  elixir: { task: /deps\.unlock --check-unused/, add: 'run `mix deps.unlock --check-unused` in CI' },
  swift: { task: /\bperiphery\b/, near: /^\.periphery\.yml$/, add: 'add Periphery and a .periphery.yml' },
})
