import type { Application } from '../applications/application.ts'
import { isForeign, isForTests, isShipped } from '../applications/places.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { fail, findingOf, pass } from '../evidence/finding.ts'
import { isWritten } from '../evidence/instructions.ts'
import type { Repository } from '../repository/create-repository.ts'
import { hasAny } from '../repository/json-path.ts'
import { agents_md_validation } from './agents-md-validation.ts'
import { clues, ofApplication, ofRepository } from './check.ts'
import { describers, schemaLibraries } from './known-libraries.ts'

/** What only the settings of a site have: Hugo and Zola its address, Mintlify its navigation. */
const siteSettings = /^\s*(baseURL|base_url|languageCode)\s*[:=]|"\$schema"\s*:\s*"https:\/\/mintlify\.com/im

/** A theme and a name make pages of the texts that are there, and nothing else. */
const moreThanTheme = /^(?!(theme|remote_theme|title|description|logo|show_downloads|lang)\b)[a-z_]+:/m

/** Generators of references, of sites and of pages about an API. */
const generators =
  /^(typedoc.*|eslint-doc-generator|jsdoc|esdoc|@compodoc\/compodoc|rspress|@rspress\/.*|vocs|dumi|react-styleguidist|spectaql|@graphql-markdown\/.*|github\.com\/(muesli|alecthomas)\/mango.*|clap_mangen|clap-markdown|argparse-manpage|defaultdocumentation|code-lts\/doctum|phpdocumentor\/phpdocumentor|zensical|quartodoc|great-docs|portray|@microsoft\/api-documenter|docusaurus|@docusaurus\/.*|vitepress|vuepress|@vuepress\/.*|docsify.*|hugo-.*|codox|lein-codox|@astrojs\/starlight|sphinx.*|mkdocs.*|pdoc3?|@storybook\/.*|storybook|histoire|@histoire\/.*|ladle|@ladle\/react|@scalar\/.*|swagger-ui-(express|bundle)|@fastify\/swagger.*|@nestjs\/swagger|swagger-jsdoc|tsoa|springdoc-.*|org\.springdoc:.*|swashbuckle\..*|nswag\..*|microsoft\.aspnetcore\.openapi|dokka.*|org\.jetbrains\.dokka.*|yard|rswag.*|darkaonline\/l5-swagger|knuckleswtf\/scribe|nelmio\/api-doc-bundle|utoipa.*|drf-spectacular|drf-yasg|django-ninja|apiflask|flask-openapi3|flask-restx|fastapi|github\.com\/swaggo\/.*|swift-docc-plugin|ex_doc|sdoc|docco|dox|docz|honkit|@antora\/.*|jsdoc-to-markdown|vue-docgen-cli|pydoctor|pydoc-markdown|lazydocs|handsdown|jupyter-book|xmldocmd|xmldoc2markdown|symfony-tools\/docs-builder|daux\/daux\.io|apigen\/apigen|(org\.springframework\.restdocs:)?spring-restdocs-.*|redoc.*|fumadocs-.*|nextra.*|docus|@nuxt-themes\/docus|@wesleytodd\/openapi|open_api_spex|phoenix_swagger)$/

function eitherOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'))
}

/** Libraries that make the schema of an API. */
const apiLibraries = eitherOf(
  /^(fastapi|fastendpoints\.swagger|openapi-backend|@wesleytodd\/openapi|@nestjs\/swagger|@fastify\/swagger.*|swagger-jsdoc|tsoa|@scalar\/.*|zod-to-openapi|@asteasolutions\/zod-to-openapi|@hono\/zod-openapi|express-openapi.*|@apollo\/server|graphql.*|@trpc\/server|springdoc-.*|org\.springdoc:.*|swashbuckle\..*|nswag\..*|microsoft\.aspnetcore\.openapi|utoipa.*|drf-spectacular|drf-yasg|flask-smorest|apispec|flasgger|connexion|django-ninja|django-ninja-extra|apiflask|flask-openapi3|flask-restx|spectree|sanic-ext|blacksheep|rswag.*|grape-swagger|darkaonline\/l5-swagger|knuckleswtf\/scribe|nelmio\/api-doc-bundle|api-platform\/.*|github\.com\/swaggo\/.*|github\.com\/(danielgtaylor\/huma|deepmap\/oapi-codegen|oapi-codegen|99designs\/gqlgen).*|k8s\.io\/kube-openapi|litestar|async-graphql|juniper|quarkus-smallrye-openapi|io\.quarkus:quarkus-smallrye-openapi|micronaut-openapi|open_api_spex|phoenix_swagger|absinthe|openapi3|swagger2|servant-swagger.*|servant-openapi3)$/,
  describers,
  schemaLibraries,
)

/** Those that write the schema into a file when the program is built. */
const makersOfSchemas =
  /^(swagger-jsdoc|@fastify\/swagger|tsoa|swagger-autogen|@asteasolutions\/zod-to-openapi|zod-to-openapi|@nestjs\/swagger|apispec|drf-spectacular|drf-yasg|rswag.*|rspec-openapi)$/

/** Folders for pages. */
const pageFolders = '(docs?|documentation|website|site|www|guides?|user-?guide|book|manual|handbook)'

/** The settings of a generator in such a folder. */
const inPageFolder = new RegExp(
  String.raw`(^|\/)${pageFolders}\/(docusaurus\.config\.\w+|mkdocs\.ya?ml|book\.(json|toml)|hugo\.(toml|ya?ml)|config\/_default\/(hugo|config)\.\w+|docfx\.json|mint\.json|_quarto\.yml|antora(-playbook)?\.ya?ml|astro\.config\.\w+|zensical\.toml|myst\.yml|rspress\.config\.\w+|vocs\.config\.\w+|(\.eleventy|eleventy\.config)\.\w+|((source|src)\/)?conf\.py)$`,
)

/** A step of CI that builds something in such a folder. */
const builtThere = new RegExp(
  String.raw`working-directory: *["']?(\./)?${pageFolders}(/\S*)?\s+run: *[^\n]*\bbuild\b|run: *[^\n]*\bbuild\b[^\n]*\n\s+working-directory: *["']?(\./)?${pageFolders}(/\S*)?\s*$`,
  'm',
)

/** How a page speaks of the code that a project is made of. */
const aboutCode =
  /\b(architecture|code ?base|source (tree|code|files?)|internals|data flow|subsystems?)\b|`?\b(src|lib|pkg|packages|crates|internal)\//i

/** The checks of the pillar Documentation. */
export const documentation = {
  readme: ofRepository(({ repository }) => {
    const candidates = ['', '.github', 'docs'].flatMap((directory) =>
      repository
        .namesIn(directory)
        .filter((name) =>
          /^readme(\.(md|mdx|markdown|rst|rdoc|adoc|asc|asciidoc|txt|org|textile|pod|wiki|creole|html))?$/i.test(name),
        )
        .map((name) => (directory ? `${directory}/${name}` : name)),
    )
    const [first] = candidates
    if (first === undefined) return fail('there is no README; add a README.md that says what this is and how to start')
    const written = candidates.find((path) => isWritten(repository, path))
    return findingOf(
      written && `${written}:1 is there`,
      `${first} says next to nothing; say what this is and how to start`,
    )
  }),

  automated_doc_generation: clues('no documentation is generated; add a generator for the language or for the API', {
    near: /^(typedoc\.jsonc?|\.?jsdoc\.json|mkdocs\.ya?ml|book\.toml|docusaurus\.config\.\w+|\.?[dD]oxyfile(\.in)?|[^/]+\.doxyfile|\.readthedocs\.ya?ml|antora\.ya?ml|docfx\.json|\.jazzy\.ya?ml|\.yardopts|phpdoc(\.dist)?\.xml|\.terraform-docs\.ya?ml|api-extractor\.json|mint\.json|redocly\.yaml|hugo\.(toml|ya?ml)|\.docsify|zensical\.toml|myst\.yml|\.?gitbook\.ya?ml|retype\.yml|antora-playbook\.ya?ml|\.?doctum\.php|rspress\.config\.\w+|vocs\.config\.\w+|\.dumirc\.\w+|\.?great-docs\.ya?ml|_quarto\.yml|_pkgdown\.ya?ml)$/,
    below: eitherOf(
      inPageFolder,
      /(^|\/)sites\/[^/]+\/(source\/)?conf\.py$|(^|\/)(docs?|website|site)\/gatsby-config\.\w+$|(^|\/)writerside\.cfg$|(^|\/)docs\/make\.jl$|(^|\/)\.?[dD]oxyfile(\.in)?$|\.doxyfile(\.in)?$|\.shfbproj$|(^|\/)mkdocs\.ya?ml$|(^|\/)config\.ld$|(^|\/)\.vitepress\/|(^|\/)(_?scripts?|tools|hack)\/gen(erate)?[-_]([\w-]+[-_])?docs?\.\w+$|(^|\/)\.storybook\/|(^|\/)(histoire|styleguide)\.config\.\w+$|\.docc\//,
    ),
    dependency: eitherOf(generators, describers),
    line: [
      // A theme alone makes a page of the README.
      [/^_config\.ya?ml$/, /^(plugins|collections|markdown|permalink|defaults):/m],
      [
        /^((?!settings\.)[\w-]+\.gradle(\.kts)?|pom\.xml)$/,
        /dokka|maven-javadoc-plugin|javadocJar|springdoc|^javadoc\s*\{/m,
      ],
      // The generator of Elixir needs itself from elsewhere only in other projects.
      [/^mix\.exs$/, /^\s*docs: (docs\(\)|\[)/m],
      [/^meson\.build$/, /\brst2(man|html)|docutils|sphinx-build|\bgtkdoc\b|\basciidoctor\b/],
      [/^CMakeLists\.txt$/, /\bdoxygen_add_docs\b|\bDOXYGEN_EXECUTABLE\b/],
      // Sites of Hugo, Zola and Mintlify have settings of common names, which their content tells.
      [/^(config|docs)\.(toml|ya?ml|json)$/, siteSettings],
      [/^package\.json$/, /"documentation"\s*:\s*"[\^~\d]/],
      [/^tsconfig[^/]*\.json$/, /"typedocOptions"\s*:/],
      [/^(build|plugins)\.sbt$/, /sbt-(site|unidoc|microsites)|\bGhpagesPlugin\b|\bSiteScaladocPlugin\b/],
    ],
    file: [
      [/(^|\/)(docs?|documentation|website|(docs?-)?site|www)\/(config|docs)\.(toml|ya?ml|json)$/, siteSettings],
      [/(^|\/)(docs?|documentation|website|site|www)\/_config\.ya?ml$/, moreThanTheme],
      [/(^|\/)\.vuepress\/config\.\w+$/, /\S/],
      [/^\.github\/workflows\/[^/]+\.ya?ml$/, builtThere],
      [/^\.github\/workflows\/[^/]+\.ya?ml$/, /\/doc-builder\//],
      [/(^|\/)tools\/tools\.go$|^main\.go$/, /^\/\/go:generate [^\n]*docs/m],
      // Who makes a theme shows it with the same command.
      [
        /(^|\/)(Rakefile|[^/]+\.rake|Makefile|[jJ]ustfile)$|^\.github\/workflows\/(?![^/]*demo)[^/]+\.ya?ml$/,
        /\b(jekyll|bridgetown|middleman) build\b|\bnanoc compile\b|\bhexo generate\b/,
      ],
      [/(^|\/)(Rakefile|[^/]+\.rake)$/, /\bRDoc::Task\b|\bYARD::Rake\b|rdoc\/task/],
      // What writes the pages of roles of Ansible.
      [
        /^\.github\/workflows\/[^/]+\.ya?ml$|^\.pre-commit-config\.ya?ml$|^Makefile$/,
        /\b(aar-doc|ansible-doctor|docsible)\b(?<!install [^\n]*)/,
      ],
    ],
    ci: /\bmvnw?\b[^\n]*\bsite(:\w+)?\b/,
    task: /typedoc|\bjsdoc\b|compodoc|protoc-gen-doc|antsibull-docs|swift package[^\n]*generate-documentation|\bdoctum\b|phpdocumentor|\bjupyter-?book\b|\bcrystal docs\b|gen-crd-api-reference|crd-ref-docs|tfplugindocs|terraform-plugin-docs|sphinx-build|mkdocs|mdbook|\bcargo\b[^\n;&|]*\b(doc|docs-rs)\b|\bdocs:[\w:]*generate\b|javadoc|dokka|doxygen|docfx|\byard\b|terraform[-_]docs(?!-version)|godoc|gomarkdoc|swag init|swagger generate spec|\bgo-swagger\/cmd\/swagger\b|"docs?"\s*:\s*"@?php |helm-docs|\bpdoc3?\b|redocly|docs:(build|generate)|generate-docs|\b(write|generate|cli)-documentation\b|\bgen(erate)?[-_](\w+[-_])?(docs|cheat-?sheets?|man-?pages?)\b|\/(cheat-?sheets?|man-?pages?)(\/main\.\w+|\.\w+)|--help-man\b|\baar-doc\b|\bSWAG\)? init\b|\bgen-?docs\b|\bbuild[-_:](website|docs?|manual|manpages?)\b|\bpandoc\b|haddock|\bsbt\b[^\n]*\bdoc\b|scaladoc|\bunidoc\b|\bdart doc\b|dartdoc|\bldoc\b|\bmix docs\b|pod2(html|man|markdown)|\bdocgen\b|panvimdoc|lemmy-help|\bhugo\b|\bdocsify\b|\bcodox\b|\bquickdoc\b|\bDocumenter\b|makedocs\(|\b(mmark|ronn|scdoc|help2man|md2man|asciidoctor|rdoc|zensical|quarto (render|publish)|zola build|pkgdown|odoc|roxygen2?)\b(?<!\binstall [^\n]*)|\/\w+2(man|nroff)(?![\w.])/,
  }),

  api_schema_docs: ofApplication((app, { evidence, repository }) => {
    if (app.kind !== 'service') return undefined
    // A file that people read says more than a library that makes one.
    const file =
      evidence.shipped(
        /^(?!\.github\/|(.*\/)?(integration|docs?\/content)\/)(.*\/)?((openapi(?!tools|[\w-]*[-_](generator|config))|swagger|asyncapi|api-schema)[^/]*\.(ya?ml|json)$|[^/]*[._-](openapi|swagger|asyncapi)\.(ya?ml|json)$)/i,
        app,
      ) ??
      evidence.shipped(
        /^(?!\.github\/|(.*\/)?(integration|docs?\/content)\/)(.*\/)?((openapi(?!tools|[\w-]*[-_](generator|config))|swagger|asyncapi|api-schema)[^/]*\.(ya?ml|json|graphql|gql)$|(?<!(?:^|\/)(?:helm[\w-]*|charts?)\/.*)schema\.(ya?ml|json)$|schema[^/]*\.(graphql|gql)$|[^/]*\.(graphqls?|proto|raml|smithy|tsp)$|[^/]*[._-](openapi|swagger|asyncapi)\.(ya?ml|json)$|(?<!(?:packages|plugins|modules|crates|libs?)\/)openapi\/(?!README|\.)|swagger\/[^/]+\.(ya?ml|json)$)/i,
        app,
      )
    // Who only makes the file needs no library to run.
    const library = evidence.library(apiLibraries, app) ?? evidence.dependency(makersOfSchemas, app)
    const shared = evidence.below(
      /(^|\/)fern\/.*(definition|openapi)[^/]*\/.+\.ya?ml$|^(openapi|api|proto|specs|schemas?)\/.+\.(ya?ml|json|proto|graphql)$/i,
    )
    const plugin = evidence.line(/^build\.gradle(\.kts)?$/, /swagger-gradle-plugin|openapi-gradle-plugin/, app)
    const schema = file ?? library ?? plugin ?? shared ?? describedApi(app, repository) ?? describerOf(app)
    return findingOf(schema, 'the API has no schema; add an openapi.yaml, or a library that makes one')
  }),

  documentation_freshness: ofRepository(({ repository }) => {
    const { documentation: change } = repository.git
    if (change === undefined) return undefined
    if (change === 'older')
      return fail(
        'the documentation did not change in the 180 days before this commit; read README.md and mend what is out of date',
      )
    const days = change.daysBefore === 0 ? 'on the day of' : `${change.daysBefore} days before`
    return pass(`${change.path}:1 changed in ${change.commitHash.slice(0, 8)}, ${days} this commit`)
  }),

  service_flow_documented: ofRepository(({ evidence }) => {
    const found =
      evidence.below(
        /(^|\/)((backend|frontend|system|software|code|app|application|technical|service)[-_])?ARCHITECTURE[^/]*\.(md|mdx|rst|adoc)$/i,
      ) ??
      // A page may be called after the project, too.
      evidence.below(
        /^(docs?|doc|documentation)\/(?!cpu|multi|cross|target|supported|processor|\d)[a-z]\w*[-_]architecture\.(md|mdx|rst|adoc)$/i,
      ) ??
      evidence.below(
        /(^|\/)(codebase|code)[-_]?(guide|overview|structure|tour|map)\.(md|mdx|rst|adoc)$|^([^/]+\/)?(DESIGN(?![a-z])[^/]*|INNER[-_]?WORKINGS|[\w-]*design-?doc(ument)?s?)\.(md|mdx|rst|adoc)$|(^|\/)(docs?|doc|documentation)\/(.*\/)?((architecture|design|internals|system-design|data-?flow|diagrams?|c4|big-?picture|how-it-works|inner[-_]?workings)[^/]*)\.(md|mdx|rst|adoc)$|^(docs?|doc|documentation)\/((.*\/)?tech(nical)?[-_](overview|structure)|structure|(?!api|web|ui|ux)[a-z]\w*[-_]design)\.(md|mdx|rst|adoc|txt)$/i,
      ) ??
      evidence.below(
        /^(?!(.*\/)?(tests?|specs?|e2e|data)\/).*\.(puml|plantuml|iuml|drawio|mmd|mermaid|excalidraw|d2|dsl|yuml|dia)$|(^|\/)docs?\/.+\.(dot|gv)$/i,
      ) ??
      evidence.below(
        /(^|\/)(docs?|doc|documentation)\/(.*\/)?(architecture|design|internals|system-design|data-?flow|diagrams?|c4|big-?picture|how-it-works|inner[-_]?workings)[^/]*\/[^/]+\.(md|mdx|rst|adoc)$/i,
      ) ??
      // Users read a page of this name, too: it then tells what the project is for.
      evidence.documented(aboutCode, /^(docs?|doc|documentation)\/overview\.(md|mdx|rst|adoc)$/i) ??
      evidence.documented(
        /^(```|:::)\s?\{?(mermaid|plantuml|puml|d2|dot|graphviz|structurizr|ditaa|(block|seq|act|nw)diag)\b|^\s*\.\. (mermaid|uml|plantuml|d2|graphviz|digraph|(block|seq|act|nw)diag)::|^\[(mermaid|plantuml|d2|graphviz|ditaa|structurizr|blockdiag)\b|^#+ (?!.*\b(single|multi|cross|cpu|target|different|other|supported)[- ]?arch).*\b(architecture|data flow)\b|^ ?(?:[A-Z][\w-]* ){0,3}[Aa]rchitectur(?:e|al)(?: [\w-]+){0,2}\n[-=*~^"]{5,}$/im,
      )
    return findingOf(found ?? pictureIn(evidence), 'nothing says how the parts work together; add an ARCHITECTURE.md')
  }),

  skills: ofRepository(({ evidence, repository }) => {
    const candidates = evidence.notable.filter((path) => /(^|\/)skills\/(.+\/)?SKILL\.md$/i.test(path))
    const [first] = candidates
    if (first === undefined)
      return fail('there are no skills; describe a recurring task in .agents/skills/<name>/SKILL.md')
    const complete = candidates.find((path) =>
      /^---\r?\n(?=[\s\S]*?^name:)(?=[\s\S]*?^description:)[\s\S]*?^---/m.test(repository.text(path) ?? ''),
    )
    return findingOf(
      complete && `${complete}:1 has a name and a description`,
      `${first} lacks a name or a description; add both between two lines of dashes`,
    )
  }),

  agents_md_validation,
}

/** A picture that is called after the architecture, in the documentation. */
function pictureIn({ path }: Evidence): string | undefined {
  const found = path(
    /^((docs?|documentation|\.github|images?|assets|media|website|site|(packages|pkgs?|crates|libs)\/[^/]+\/(docs?|img|images?|assets))\/(.+\/)?)?[^/]*(architecture|data-?flow)[^/]*\.(png|jpe?g|svg|gif|webp)$/i,
  )
  return found && `${found}:1 shows it`
}

/** Code of its own that makes the description, by its name. */
function describerOf({ sources }: Application): string | undefined {
  const path = sources.find((each) => ownDescriber.test(each) && isShipped(each))
  return path && `${path}:1 makes the description`
}

const ownDescriber = /(^|\/)(open[-_]?api|swagger)[-_]?(spec|schema|doc(ument)?)?[-_]?(generator|builder|writer)\.\w+$/i

const mostRead = 10

/** The description of an API under another name, such as docs/spec.json: its content shows what it is. */
function describedApi({ paths }: Application, repository: Repository): string | undefined {
  const path = paths
    .filter(
      (each) =>
        /(^|\/)([^/]*(spec|api|rest|v\d)[^/]*|(specs?|openapi|api)\/(.+\/)?[^/]+)\.(json|ya?ml)$/i.test(each) &&
        !isForeign(each) &&
        !isForTests(each),
    )
    .slice(0, mostRead)
    .find((each) => hasAny(repository.data(each).value, ['openapi', 'swagger', 'asyncapi']))
  return path && `${path}:1 describes the API`
}
