import { depguard } from '../settings/golangci.ts'
import { biomeRule, eslintRule } from '../settings/script-rules.ts'
import { toolsOf } from './check.ts'
import { furtherLanguages } from './further-languages.ts'
import { pyproject } from './tool-files.ts'

/**
 * Only paths inside the project count: forbidding a package from elsewhere, every relative path, or every path from the
 * root does not separate parts of the project.
 */
const ownModules = /["'](?:\.{1,2}\/(?!["'])|@\/|[~#]\/?|src\/(?!\*+["'])|\*\*?\/|[^"'\s]*\/(?:src|internal)\b)/

/** Tools that hold which part of a program may use which, by language. */
export const codeModularization = toolsOf('nothing holds which part may use which', {
  ...furtherLanguages.code_modularization,
  javascript: {
    near: /^\.dependency-cruiser\.\w+$|^(sheriff|steiger)\.config\.\w+$|^fence\.json$/,
    dependency:
      /^(dependency-cruiser|eslint-plugin-boundaries|ts-arch|tsarch|archunit|@softarc\/(eslint-plugin-sheriff|sheriff-core)|steiger|good-fences|eslint-plugin-project-structure)$/,
    task: /\bturbo boundaries\b|\bdepcruise\b/,
    setting: [
      eslintRule(/no-restricted-paths|enforce-(?:\w+-)?boundaries/),
      eslintRule(/no-restricted-imports/, ownModules),
      biomeRule(/^noRestrictedImports$/),
    ],
    add: 'add dependency-cruiser, or a test that holds the import graph',
  },
  python: {
    near: /^(\.importlinter|tach\.(toml|ya?ml))$/,
    dependency: /^(import-linter|tach|pytest-archon|pytestarch|deply)$/,
    line: [[pyproject, /\[(tool\.)?(importlinter|tach)/]],
    task: /\blint-imports\b|\btach check\b/,
    add: 'add import-linter',
  },
  go: {
    setting: [depguard],
    near: /^(\.go-arch-lint|arch-go)\.ya?ml$/,
    add: 'move what is private below internal/, or enable depguard',
  },
  rust: { line: [[/^Cargo\.toml$/, /^\[workspace\]/m]], add: 'split the crate into a workspace' },
  java: {
    dependency: /archunit|konsist|spring-modulith|jqassistant|taikai/,
    line: [[/^build\.gradle(\.kts)?$/, /module\.graph\.assertion/]],
    file: [[/(^|\/)checkstyle[\w.-]*\.xml$/, /name="[\w.]*\bImportControl(Check)?"/]],
    add: 'add ArchUnit or Konsist',
  },
  csharp: { dependency: /netarchtest|archunitnet|nsdepcop/, add: 'add ArchUnitNET' },
  ruby: { near: /^(packwerk|package)\.yml$/, dependency: /^packwerk/, add: 'add Packwerk' },
  php: {
    near: /^(deptrac|phparkitect)\.(ya?ml|php)(\.dist)?$/,
    dependency: /^(qossmic|deptrac)\/deptrac|^phpat\/phpat|pest-plugin-arch|^phparkitect\//,
    add: 'add Deptrac',
  },
  elixir: { dependency: /^boundary$/, add: 'add Boundary' },
  swift: {
    line: [[/^Package\.swift$/, /\.target\([\s\S]*\.target\(/]],
    add: 'split the package into several targets',
  },
})
