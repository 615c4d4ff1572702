// `npm run house`: how deep the server is. Counts its files and folders, functions that only pass a call on,
// and the files that one call runs through (test/contract/depth.test.ts).
import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseSync } from 'vite'

const root = join(import.meta.dirname, '..')
const { files, folders } = readServer()

const forwarding = []
let reexports = 0
for (const { file, text } of files) {
  for (const statement of parseSync(file, text).program.body) {
    if (isReexport(statement)) reexports += 1
    for (const [name, target] of forwardsOf(statement)) forwarding.push(`${file}: ${name} → ${target}`)
  }
}
const short = files.filter(({ lines }) => lines <= 10).map(({ file, lines }) => `${file}: ${lines} lines`)
const long = files.filter(({ lines }) => lines > 400).map(({ file, lines }) => `${file}: ${lines} lines`)

row('source files', files.length, 450)
row('folders', folders, 70)
row('functions that only forward', forwarding.length, 0, forwarding)
row('lines that export again', reexports, 5)
row('files of ten lines or fewer', short.length, 15, short)
row('files of more than 400 lines', long.length, 0, long)
for (const { title, files: passed, aim } of readCalls())
  row(`files of a call: ${title}`, passed.length, aim, passed)

function row(title, count, aim, list = []) {
  console.log(`${count <= aim ? '✓' : '✗'} ${title.padEnd(40)} ${String(count).padStart(5)}   aim ${aim}`)
  if (process.argv.includes('--list')) for (const one of list) console.log(`    ${one}`)
}

function readServer() {
  const entries = readdirSync(join(root, 'server'), { recursive: true, withFileTypes: true })
  const sources = entries
    .filter((one) => one.isFile() && /\.tsx?$/.test(one.name) && !/\.test\.tsx?$/.test(one.name))
    .map((one) => join(one.parentPath, one.name))
  return {
    folders: entries.filter((one) => one.isDirectory()).length,
    files: sources
      .map((path) => {
        const text = readFileSync(path, 'utf8')
        return { file: path.slice(root.length + 1), text, lines: text.trimEnd().split('\n').length }
      })
      // Nobody writes what is generated, or reads it from top to bottom.
      .filter(({ text }) => !text.startsWith('// Written by `npm run')),
  }
}

/** @param {{ type: string, source?: unknown }} statement */
function isReexport({ type, source }) {
  return type === 'ExportAllDeclaration' || (type === 'ExportNamedDeclaration' && source != null)
}

/**
 * The functions of a statement whose whole body is one call with their own parameters, in their order.
 * @param {any} statement
 */
function* forwardsOf(statement) {
  const declaration = statement.declaration ?? statement
  const functions =
    declaration.type === 'VariableDeclaration'
      ? declaration.declarations.map(({ id, init }) => [id.name, init])
      : declaration.type === 'FunctionDeclaration'
        ? [[declaration.id.name, declaration]]
        : []
  for (const [name, made] of functions) {
    if (!/Function/.test(made?.type ?? '')) continue
    const [only] = made.body.type === 'BlockStatement' ? made.body.body : [made.body]
    if (made.body.type === 'BlockStatement' && made.body.body.length !== 1) continue
    const value =
      only?.type === 'ReturnStatement' || only?.type === 'ExpressionStatement'
        ? (only.argument ?? only.expression)
        : only
    const call = value?.type === 'AwaitExpression' ? value.argument : value
    if (call?.type !== 'CallExpression' || call.callee.type !== 'Identifier') continue
    const passed = call.arguments.map((one) => (one.type === 'Identifier' ? one.name : null))
    const parameters = made.params.map((one) => (one.type === 'Identifier' ? one.name : null))
    const isSame = passed.length > 0 && passed.length === parameters.length
    if (isSame && passed.every((one, i) => one !== null && one === parameters[i]))
      yield [name, call.callee.name]
  }
}

function readCalls() {
  const report = join(root, 'test-results/calls.json')
  if (process.argv.includes('--static')) return []
  // What an earlier run has counted says nothing of this one.
  rmSync(report, { force: true })
  spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'endpoint', 'test/contract/depth.test.ts'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  return JSON.parse(readFileSync(report, 'utf8'))
}
