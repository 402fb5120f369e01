import type { Language } from '../src/catalog/languages.ts'
import { type Files, npm } from './mini.ts'

/** The least that is a program in a language. */
export const programs: Readonly<Record<Language, Files>> = {
  typescript: { 'package.json': npm(), 'src/main.ts': 'export {}\n' },
  javascript: { 'package.json': npm(), 'src/main.js': 'module.exports = {}\n' },
  python: { 'pyproject.toml': '[project]\nname = "mini"\n', 'mini/app.py': 'x = 1\n' },
  go: { 'go.mod': 'module mini\n', 'main.go': 'package main\n' },
  rust: { 'Cargo.toml': '[package]\nname = "mini"\n', 'src/main.rs': 'fn main() {}\n' },
  java: { 'pom.xml': '<project></project>', 'src/main/java/App.java': 'class App {}\n' },
  kotlin: { 'build.gradle.kts': 'plugins {}\n', 'src/main/kotlin/App.kt': 'class App\n' },
  csharp: { 'Mini.csproj': '<Project Sdk="Microsoft.NET.Sdk"/>', 'Program.cs': 'class P {}\n' },
  ruby: { Gemfile: "source 'https://rubygems.org'\n", 'lib/mini.rb': 'module Mini; end\n' },
  php: { 'composer.json': '{"name": "a/mini"}', 'src/App.php': '<?php\n' },
  cpp: { 'CMakeLists.txt': 'project(mini)\n', 'src/main.cpp': 'int main() {}\n' },
  swift: { 'Package.swift': 'let package = Package(name: "mini")\n', 'Sources/Mini/Mini.swift': 'struct Mini {}\n' },
  elixir: { 'mix.exs': '  {:jason, "~> 1.3"}\n', 'lib/mini.ex': 'defmodule Mini do\nend\n' },
  scala: {
    'build.sbt': 'name := "mini"\nlibraryDependencies += "org.typelevel" %% "cats-core" % "2.12.0"\n',
    'src/main/scala/Mini.scala': 'object Mini\n',
  },
  clojure: { 'deps.edn': '{:paths ["src"]}\n', 'src/mini/core.clj': '(ns mini.core)\n' },
  dart: { 'pubspec.yaml': 'name: mini\ndependencies:\n  meta: ^1.0.0\n', 'lib/mini.dart': 'library mini;\n' },
  haskell: {
    'mini.cabal': 'name: mini\nlibrary\n  build-depends:\n    base,\n    text\n',
    'src/Mini.hs': 'module Mini where\n',
  },
  zig: { 'build.zig': 'pub fn build(b: *std.Build) void {}\n', 'src/root.zig': 'pub fn one() u8 { return 1; }\n' },
  lua: { 'mini-1.0-1.rockspec': 'package = "mini"\n', 'lua/mini/init.lua': 'return {}\n' },
  perl: { 'Makefile.PL': 'use ExtUtils::MakeMaker;\n', 'lib/Mini.pm': 'package Mini;\n1;\n' },
  julia: { 'Project.toml': 'name = "Mini"\nuuid = "1"\n', 'src/Mini.jl': 'module Mini end\n' },
  erlang: { 'rebar.config': '{deps, []}.\n', 'src/mini.erl': '-module(mini).\n' },
  r: { DESCRIPTION: 'Package: mini\n', 'R/mini.R': 'one <- 1\n' },
  ocaml: { 'dune-project': '(lang dune 3.0)\n', 'src/mini.ml': 'let one = 1\n' },
  shell: { Makefile: 'install:\n\tcp mini.sh /usr/bin\n', 'mini.sh': 'mini() { echo mini; }\n' },
  terraform: { 'main.tf': 'resource "a" "b" {}\n' },
  other: { 'plugin/mini.vim': 'let g:mini = 1\n' },
}
