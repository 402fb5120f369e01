import { expression } from '../repository/expression.ts'
import type { Tool } from './tool.ts'

const build = 'pom.xml *.gradle *.gradle.kts'
const pageFolder = '{doc,docs,documentation,website,site,www,guide,guides,user-guide,book,manual,handbook}'
const pageFile = '{md,mdx,rst,adoc}'

/** What is written for people and machines. */
export const documents: readonly Tool[] = [
  {
    tool: 'generators of pages',
    proves: 'automated_doc_generation',
    files: `typedoc.json* {.,}jsdoc.json mkdocs.y*ml **/mkdocs.y*ml book.toml docusaurus.config.* {.,}{d,D}oxyfile* **/{d,D}oxyfile* *.doxyfile
        .readthedocs.y*ml antora*.y*ml docfx.json .jazzy.y*ml .yardopts phpdoc*.xml .terraform-docs.y*ml api-extractor.json mint.json redocly.yaml
      hugo.{toml,yaml,yml} .docsify zensical.toml myst.yml {.,}gitbook.y*ml retype.yml {.,}doctum.php rspress.config.* vocs.config.* .dumirc.* _quarto.yml
      _pkgdown.y*ml **/${pageFolder}/{docusaurus.config,astro.config,rspress.config,vocs.config,eleventy.config,gatsby-config,.eleventy}.*
      **/${pageFolder}/{book.json,book.toml,hugo.toml,hugo.yaml,docfx.json,mint.json,_quarto.yml,myst.yml,zensical.toml}
      **/${pageFolder}/{config/_default/hugo.toml,config/_default/config.toml,conf.py,source/conf.py,src/conf.py,make.jl} **/writerside.cfg **/*.shfbproj
      **/config.ld **/.vitepress/** **/.vuepress/** **/.storybook/** **/{histoire,styleguide}.config.* **/*.docc/**
      **/{scripts,script,tools,hack}/gen{,erate}{-,_}{,*-,*_}docs.*`,
    needs: `typedoc* eslint-doc-generator jsdoc esdoc @compodoc/compodoc rspress @rspress/* vocs dumi react-styleguidist spectaql @graphql-markdown/*
        github.com/muesli/mango* clap_mangen clap-markdown argparse-manpage defaultdocumentation phpdocumentor/phpdocumentor zensical quartodoc great-docs
        portray
      @microsoft/api-documenter docusaurus @docusaurus/* vitepress vuepress @vuepress/* docsify* hugo-* codox lein-codox @astrojs/starlight sphinx* mkdocs*
      pdoc pdoc3 @storybook/* storybook histoire ladle @ladle/react @scalar/* swagger-ui-express @fastify/swagger* @nestjs/swagger swagger-jsdoc tsoa
      *springdoc-* swashbuckle.* nswag.*
      microsoft.aspnetcore.openapi *dokka* yard rswag* darkaonline/l5-swagger knuckleswtf/scribe nelmio/api-doc-bundle utoipa* drf-spectacular drf-yasg
      django-ninja apiflask flask-openapi3 flask-restx fastapi github.com/swaggo/* swift-docc-plugin ex_doc sdoc docco dox docz honkit @antora/*
      jsdoc-to-markdown pydoctor pydoc-markdown
      lazydocs handsdown jupyter-book xmldocmd xmldoc2markdown daux/daux.io *spring-restdocs-* redoc* fumadocs-* nextra* docus open_api_spex phoenix_swagger
      dedoc/scramble zircote/swagger-php flask-smorest flasgger litestar aide okapi rocket_okapi poem-openapi dropshot github.com/danielgtaylor/huma*
      goa.design/goa* springfox-* *micronaut-openapi*`,
    runs: `typedoc, jsdoc, compodoc, protoc-gen-doc, antsibull-docs, phpdocumentor, phpdoc, jupyter-book, crystal docs, gen-crd-api-reference*, crd-ref-docs,
      tfplugindocs, sphinx-build, mkdocs, mdbook, cargo .. doc, javadoc, dokka*, doxygen, docfx, yard, terraform-docs, terraform_docs, gomarkdoc, godoc,
      swag init, swagger generate spec, helm-docs, pdoc, redocly, docs:build, docs:generate, build:docs, docs-build, gen-docs, gendocs, generate-docs, docgen,
      jekyll|bridgetown|middleman build, hexo generate, hugo, aar-doc, zola build, help2man, asciidoctor, pandoc, docusaurus, vitepress`,
    uses: '*/*mkdocs* */*mdbook* */*hugo* */*jekyll* */*terraform-docs* */doxygen-action */*sphinx* */configure-pages shalzz/zola*',
    says: [
      ['_config.y*ml', /^(plugins|collections|markdown|permalink|defaults):/m],
      [`**/${pageFolder}/_config.y*ml`, /^(?!(theme|remote_theme|title|description|logo|show_downloads|lang)\b)[a-z_]+:/m],
      [build, /dokka|maven-javadoc-plugin|javadocJar|springdoc|^javadoc\s*\{/m],
      ['mix.exs', /^\s*docs: (docs\(\)|\[)/m],
      ['meson.build', /\brst2(man|html)|docutils|sphinx-build|\bgtkdoc\b|\basciidoctor\b/],
      ['CMakeLists.txt', /\bdoxygen_add_docs\b|\bDOXYGEN_EXECUTABLE\b/],
      [
        `config.toml config.y*ml docs.json **/${pageFolder}/{config,docs}.{toml,yml,yaml,json}`,
        /^\s*(baseURL|base_url|languageCode)\s*[:=]|"\$schema"\s*:\s*"https:\/\/mintlify\.com/im,
      ],
      ['package.json', /"documentation"\s*:\s*"[\^~\d]/],
      ['tsconfig*.json', /"typedocOptions"\s*:/],
      ['build.sbt project/plugins.sbt', /sbt-(site|unidoc|microsites)|\bGhpagesPlugin\b|\bSiteScaladocPlugin\b/],
      ['Rakefile **/*.rake', /\bRDoc::Task\b|\bYARD::Rake\b|rdoc\/task/],
      ['**/tools/tools.go main.go', /^\/\/go:generate [^\n]*docs/m],
    ],
  },
  {
    tool: 'schemas',
    proves: 'api_schema_docs',
    files: `**/{openapi,swagger,asyncapi,api-schema}*.{yml,yaml,json} **/*{.,-,_}{openapi,swagger,asyncapi}.{yml,yaml,json} **/schema*.{graphql,gql}
      **/*.{graphql,graphqls,gql,proto,raml,smithy,tsp} **/openapi/*.{yml,yaml,json}
      {openapi,api,proto,specs,schema,schemas}/**/*.{yml,yaml,json,proto,graphql}`,
  },
  {
    tool: 'libraries of schemas',
    proves: 'api_schema_docs',
    isLibrary: true,
    needs: `fastapi fastendpoints.swagger openapi-backend @wesleytodd/openapi @nestjs/swagger @fastify/swagger* swagger-jsdoc tsoa @scalar/* zod-to-openapi
        @asteasolutions/zod-to-openapi @hono/zod-openapi express-openapi* @apollo/server graphql* @trpc/server *springdoc* swashbuckle.* nswag.*
        microsoft.aspnetcore.openapi utoipa*
      drf-spectacular drf-yasg flask-smorest apispec flasgger connexion django-ninja* apiflask flask-openapi3 flask-restx spectree sanic-ext blacksheep rswag*
      grape-swagger darkaonline/l5-swagger knuckleswtf/scribe nelmio/api-doc-bundle api-platform/* github.com/swaggo/* github.com/danielgtaylor/huma*
      github.com/*/oapi-codegen* github.com/99designs/gqlgen*
      k8s.io/kube-openapi litestar async-graphql* juniper* *quarkus-smallrye-openapi *micronaut-openapi open_api_spex phoenix_swagger absinthe openapi3
      swagger2 servant-swagger* servant-openapi3 dedoc/scramble zircote/swagger-php cakedc/swagger-bake flask-apispec flask-rebar quart-schema aiohttp-apispec
      falcon-apispec pyramid-openapi3 apipie-rails
      swagger-blocks goa.design/goa* aide okapi rocket_okapi poem-openapi paperclip dropshot salvo-oapi springfox-* *knife4j* hapi-swagger
      koa-swagger-decorator routing-controllers-openapi @tsed/swagger @elysiajs/* hono-openapi chanfana swagger-autogen express-zod-api @orpc/openapi
      @ts-rest/open-api @loopback/rest nuwave/lighthouse rebing/graphql-laravel webonyx/graphql-php
      strawberry-* graphene* ariadne* tartiflette github.com/graph-gophers/graphql-go* github.com/graphql-go/graphql* github.com/go-openapi/runtime*
      github.com/ogen-go/ogen* github.com/grpc-ecosystem/grpc-gateway* github.com/twitchtv/twirp* connectrpc.com/connect hotchocolate.* *graphql-java*
      *graphql-dgs* *spring-boot-starter-graphql sangria* caliban* smithy4s* type-graphql
      @nestjs/graphql @pothos/core nexus apollo-server* mercurius @graphql-yoga/* ash_graphql openapi_first committee`,
    says: [['build.gradle build.gradle.kts', /swagger-gradle-plugin|openapi-gradle-plugin/]],
  },
  {
    tool: 'pages of architecture',
    proves: 'service_flow_documented',
    files: `**/{,*-,*_}{ARCHITECTURE,architecture,Architecture}*.${pageFile} **/{codebase,code}{-,_,}{guide,overview,structure,tour,map}.${pageFile}
      {,*/}{DESIGN,INTERNALS,design,HACKING-INTERNALS}.${pageFile}
      **/{doc,docs,documentation}/**/{architecture,design,internals,system-design,data-flow,dataflow,diagram,diagrams,c4,big-picture,how-it-works}*.${pageFile}
      **/{doc,docs,documentation}/**/{architecture,design,internals,system-design,diagrams,c4}*/*.${pageFile}
      **/*.{puml,plantuml,iuml,drawio,mmd,mermaid,excalidraw,d2,dsl} docs/**/*.{dot,gv}
      {docs,doc,documentation,.github,images,assets,media}/**/*{architecture,Architecture,data-flow}*.{png,jpg,svg,gif,webp}`,
    told: expression(
      'im',
      '^(```|:::)',
      String.raw`\s?\{?(mermaid|plantuml|puml|d2|dot|graphviz|structurizr|ditaa)\b|^\s*\.\. (mermaid|uml|plantuml|d2|graphviz`,
      String.raw`|digraph|blockdiag|seqdiag)::|^\[(mermaid|plantuml|d2|graphviz|ditaa|structurizr)\b|^#+ (?!.*\b(single|multi|cross|cpu`,
      String.raw`|target|different|other|supported)[- ]?arch).*\b(architecture|data flow)\b|^ ?(?:[A-Z][\w-]* ){0,3}[Aa]rchitectur(?:e`,
      String.raw`|al)(?: [\w-]+){0,2}\n[-=*~^"]{5,}$`,
    ),
  },
  {
    tool: 'runbooks',
    proves: 'runbooks_documented',
    files: `**/{runbook,runbooks,playbook,playbooks,troubleshooting,disaster-recovery}/**/*.${pageFile} {doc,docs}/**/operations/**/*.${pageFile}
      **/{RUNBOOK,PLAYBOOK,OPERATIONS,TROUBLESHOOTING,INCIDENT,ONCALL,runbook,playbook,operations,troubleshooting,incident,on-call}*.${pageFile}`,
    told: expression(
      'im',
      String.raw`^[#=]+ .*\b(runbook|playbook|(?<!Grafana )on-?call|incident|troubleshooting|disaster recovery)\b|^.{0,60}\b(runbook`,
      String.raw`|playbook|troubleshooting|disaster recovery)\b.{0,60}\n[=~^"'*+-]{4,}[ \t]*$`,
    ),
  },
  {
    tool: 'pages on privacy',
    proves: 'privacy_compliance',
    files: `
      **/{PRIVACY,GDPR,DATA_PROTECTION,DATA-PROTECTION,DATA_RETENTION,RETENTION_POLICY,privacy,gdpr,data-protection,data-retention}*.{md,mdx,rst,adoc,html,txt}
      **/privacy{,-policy,_policy,Policy}{/page,/index,}{,.html}.{erb,html,haml,slim,tsx,jsx,vue,svelte,php,mdx}`,
    needs: 'vanilla-cookieconsent cookieconsent react-cookie-consent @osano/* klaro django-gdpr-assist gdpr_rails spatie/laravel-personal-data-export',
    told: expression(
      'im',
      String.raw`^[^\n]{0,60}\b(?:privacy policy|data retention|data protection)\b[^\n]{0,60}\n(?:={3,}|-{3,})[ \t]*$`,
      String.raw`|^#+ (?!.*\bprivacy[- ](friendly|first|focus\w*|respecting|preserving|aware|minded))(.*\b(privacy|gdpr|data retention`,
      String.raw`|data protection|ccpa)\b)`,
    ),
  },
]
