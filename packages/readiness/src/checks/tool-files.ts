/** The names of files in which tools are configured. */
export const gradle = /^(build\.gradle(\.kts)?|pom\.xml|libs\.versions\.toml)$/
export const pyproject = /^(pyproject\.toml|setup\.cfg|tox\.ini|\.?ruff\.toml)$/
export const golangci = /^\.?golangci\.(ya?ml|toml|json)$/
export const editorconfig = /^\.(editorconfig|globalconfig)$/
