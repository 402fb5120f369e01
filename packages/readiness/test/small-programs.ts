import type { Files } from './mini.ts'

/** Small programs in several languages, to which a test adds what it is about. */
export const goModule: Files = { 'go.mod': 'module m\n', 'm.go': 'package m\n' }

export const goService: Files = {
  'go.mod': 'module m\nrequire gorm.io/gorm v1.0.0\n',
  'main.go': 'package main\nfunc main() { http.ListenAndServe(os.Getenv("ADDRESS"), nil) }\n',
}

export const rubyGem: Files = { 'm.gemspec': '', Gemfile: "gem 'rubocop'\n", 'lib/m.rb': 'class M; end\n' }

export const rails: Files = {
  Gemfile: "gem 'rails'\ngem 'rspec-rails'\n",
  'config/application.rb': 'class App; end\n',
}

export const python: Files = { 'pyproject.toml': '[project]\nname = "m"\n', 'm.py': 'print(1)\n' }

export const java: Files = { 'build.gradle': 'plugins { id "java" }\n', 'src/main/java/A.java': 'class A {}\n' }

export const javaService: Files = {
  'build.gradle': 'dependencies { implementation "org.eclipse.jetty:jetty-server:12.1.8" }\n',
  'src/main/java/Main.java': 'class Main { public static void main(String[] a) { System.getenv("KEY"); } }\n',
}

export const c: Files = { 'CMakeLists.txt': 'project(m C)\n', 'm.c': 'int m;\n' }

export const elixir: Files = {
  'mix.exs':
    'def application do\n  [\n    mod: {M, []}\n  ]\nend\ndefp deps do\n  [\n    {:phoenix, "~> 1.8"},\n    {:ecto_sql, "~> 3.13"},\n    {:ex_doc, "~> 0.28", only: :dev}\n  ]\nend\n',
  'lib/m.ex': 'defmodule M do\nend\n',
}
