// Runs before each commit: formats the staged files and regenerates the files generated from them, so that a commit
// always carries both. Files with unstaged edits are left alone, because staging them would commit those edits too.
// `--install` points git at the hook; `npm ci` calls it.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Each generated file: which staged files it is made from, and the program that writes it. */
const generated = [
  {
    file: 'web/platform/calls',
    sources: /^contract\/.*(?<!\.test)\.ts$/,
    program: 'bin/calls.mjs',
  },
  { file: 'server/platform/tables.ts', sources: /^db\//, program: 'bin/tables.mjs' },
]

if (process.argv.includes('--install')) {
  // A copy without its repository, such as a container image, has no commits to check.
  if (existsSync(join(root, '.git'))) git('config', 'core.hooksPath', '.githooks')
  process.exit(0)
}

const tour = 'docs/TOUR.md'
const staged = git('diff', '--cached', '--name-only', '--diff-filter=ACMR', '-z').split('\0').filter(Boolean)
const unstaged = new Set(git('diff', '--name-only', '-z').split('\0').filter(Boolean))
const complete = staged.filter((file) => !unstaged.has(file))
const partial = staged.filter((file) => unstaged.has(file))
if (partial.length > 0) console.log(`Not formatted, because of unstaged edits: ${partial.join(', ')}`)

// Without packages there is nothing to format with; `npm test` checks the format in any case.
if (existsSync(join(root, 'node_modules/oxfmt'))) {
  for (const { file, sources, program } of generated) {
    if (unstaged.has(file) || !staged.some((name) => sources.test(name))) continue
    run(program)
    complete.push(file)
  }
  if (!unstaged.has(tour)) {
    run('bin/tour.mjs')
    complete.push(tour)
  }
  const formattable = complete.filter((file) => /\.(tsx?|mjs|json|css|md)$/.test(file))
  if (formattable.length > 0)
    run('node_modules/oxfmt/bin/oxfmt', '--no-error-on-unmatched-pattern', ...formattable)
  if (complete.length > 0) git('add', '--', ...complete)
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' })
}

function run(program, ...args) {
  execFileSync(process.execPath, [program, ...args], { cwd: root, stdio: 'inherit' })
}
