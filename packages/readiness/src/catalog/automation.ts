/** Files by which CI is told what to do. */
export const ciFiles = `.{github,forgejo,gitea}/{workflows,actions}/**/*.y*ml {.,}gitlab-ci.y*ml .gitlab{-ci,/ci,/workflows,}/**/*.y*ml .circleci/**/*.y*ml
    {.,}azure-pipelines*.y*ml {.,}{azure-pipelines,azuredevops,pipelines,Pipelines,vsts}/**/*.y*ml eng/pipelines/**
  .build.yml .builds/**/*.yml .tekton/**
  {wercker,bitrise,codemagic,buildspec,.evergreen,.scrutinizer,circle,.travis,bitbucket-pipelines,.cirrus,appveyor,.appveyor,.taskcluster}.y*ml .drone.*
  .cirrus.star **/Jenkinsfile* **/*.jenkins.groovy {.,}jenkins/**/*.groovy .buildkite/** .woodpecker{.yml,.yaml,/**} {.,}ci/**/{*.sh,*.y*ml,*.py,[^.]*}
  **/*cloudbuild*.y*ml .kokoro/**/*.{sh,py,cfg} .zuul{.y*ml,.d/**} {codefresh,screwdriver,.vela,.packit}.y*ml .expeditor/** .harness/** .semaphore/**
  .teamcity/** bamboo-specs/**/*.y*ml ci_scripts/**`

/** Files that say what people run. */
export const taskFiles = `**/{GNUmakefile,makefile,Makefile}{,.*} **/*.mk **/{.,}{justfile,Justfile} **/*.just **/{taskfile,Taskfile}{,.dist}.y*ml
    **/rakelib/*.rake
    **/{Earthfile,Fastfile,magefile.go,Rakefile,tox.ini,tox.toml,noxfile.py,tasks.py,Tiltfile,deno.json,deno.jsonc,dodo.py,xmake.lua,mix.exs,melos.yaml,project.clj,bb.edn,build.sbt,build.zig,build.cake,DESCRIPTION}
  **/project/*.sbt **/{.,}mise.toml **/{build,settings}.gradle{,.kts} **/pom.xml **/Directory.Build.{props,targets} **/{.husky,.githooks,.lefthook}/*
  hooks/{pre-commit,pre-push,commit-msg}* **/{.,}lefthook*.{yml,yaml,toml,json} **/.pre-commit-config.y*ml
  **/{prek.toml,hk.pkl,grumphp.y*ml,captainhook.json,treefmt.toml,treefmt.nix} **/.lintstagedrc*
  **/lint-staged.config.* .trunk/trunk.y*ml .mega*linter.y*ml .qlty/qlty.toml
  **/{scripts,script,Scripts,tools,hack,bin}/{[^.]*,*.sh,*.bash,*.ps1,*.py,*.mjs,*.js,*.ts} **/{package,composer}.json .cargo/config.toml
  **/{buildSrc,build-logic}/**/*.{gradle,kts,kt,groovy} {nix/*,default,shell,flake,devenv}.nix {b,B}uild.{sh,ps1,fsx,cmd} *.sh`

/** Folders whose content serves the directory that they are in. */
export const servingFolders = /^(\.[^/]+|hooks|_?[sS]cripts?|tools|hack|bin|ci|make|magefiles|buildSrc|build-logic|project|nix|fastlane|rakelib)$/
