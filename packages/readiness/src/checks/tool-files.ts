/** The names of files in which tools are configured. */
export const gradle = /^((?!settings\.)[\w-]+\.gradle(\.kts)?|pom\.xml|libs\.versions\.toml)$/

/** What all modules of Gradle share is often a program of its own, or a script that they apply. */
export const sharedGradle =
  /^(buildSrc|build-logic|build-plugins?|gradle\/([\w-]+-)?plugins)\/.+\.(kts?|groovy|gradle|java)$|^gradle\/[\w.-]+\.gradle(\.kts)?$/

/** Error Prone itself in a build: its annotations alone check nothing. */
export const errorProne = /error_prone_core|ltgt\.(gradle\.)?errorprone|plugin:ErrorProne|\berrorprone(\s*[({]| libs\.)/
export const pyproject = /^(pyproject\.toml|setup\.cfg|tox\.ini|\.?ruff\.toml)$/
export const golangci = /^\.?golangci(-lint)?\.(ya?ml|toml|json)$/
export const editorconfig = /^\.(editorconfig|globalconfig)$/

/** Where the compiler of C# is told which diagnostics to raise, not only for tests. */
export const analyzers = /(^|\/)(\.editorconfig|(?![^/]*(bench|test))[^/]*\.globalconfig)$/i

/** A diagnostic of C# is raised, not silenced. */
export function diagnostic(names: string): RegExp {
  return new RegExp(`^\\s*dotnet_diagnostic\\.(?:${names})\\.severity\\s*=\\s*(?:suggestion|warning|error)`, 'im')
}

/** Programs in PHP often keep their tools apart, so that what these need does not meet what the program needs. */
export const toolsOfPhp = /(^|\/)(vendor-bin\/[^/]+|_?tests?|tools(\/[^/]+)?|build|dev)\/composer\.json$/
