import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { bannedWords, wireNames } from './bannedWords.ts'

const root = join(import.meta.dirname, '../..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /^(bin|contract|db|demo|server|test|web)\/|^[^/]+\.ts$/.test(file))
  // Deleted in the working tree, but still in the index.
  .filter((file) => existsSync(join(root, file)) && file !== 'test/contract/bannedWords.ts')

/** `lastAskedAt`, `last_asked_at`, `last-asked-at` → ` last asked at `. */
const wordsOf = (name: string): string =>
  ` ${name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase()} `

const findBanned = (name: string): string[] => {
  const words = wordsOf(name)
  return wireNames.has(name) ? [] : Object.keys(bannedWords).filter((word) => words.includes(` ${word} `))
}

/** Most names occur in many files. */
const checkedNames = new Map<string, string[]>()

const bannedIn = (name: string): string[] => {
  const banned = checkedNames.get(name) ?? findBanned(name)
  checkedNames.set(name, banned)
  return banned
}

/** Every name that a source file writes: variables, types, properties, members. Texts and comments are none. */
const namesInSource = (file: string, text: string): Set<string> => {
  const names = new Set<string>()
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { name, type } = node as { name?: unknown; type?: unknown }
    if (typeof name === 'string' && String(type).endsWith('Identifier')) names.add(name)
    Object.values(node).forEach(visit)
  }
  const { program, errors } = parseSync(file, text, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  visit(program)
  return names
}

/** Every name in SQL. Comments, and texts between quotes, are none; `$$` quotes code. */
const namesInSql = (text: string): Set<string> =>
  new Set(text.replaceAll(/--.*|'(?:[^']|'')*'/g, ' ').match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [])

/**
 * Parsing takes most of the time, so only files are parsed that may contain a violation: those with a banned word
 * outside comments and quotes.
 */
const mayViolate = (text: string): boolean => {
  const code = text.replaceAll(/\/\*[^]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'/g, ' ')
  return (code.match(/[A-Za-z_$][\w$]*/g) ?? []).some((name) => bannedIn(name).length > 0)
}

const namesIn = (file: string): Set<string> => {
  const text = readFileSync(join(root, file), 'utf8')
  if (file.endsWith('.sql')) return namesInSql(text)
  return /\.(ts|tsx|mjs)$/.test(file) && mayViolate(text) ? namesInSource(file, text) : new Set()
}

const violationsIn = (names: Iterable<string>): string[] =>
  [...names].flatMap((name) => bannedIn(name).map((word) => `${name}: write ${bannedWords[word]}`))

describe('Names', () => {
  it('contain none of the banned words, in file names or identifiers', () => {
    const violations = files.flatMap((file) =>
      [...violationsIn([file]), ...violationsIn(namesIn(file))].map((violation) => `${file}: ${violation}`),
    )
    expect(violations).toEqual([])
  }, 60_000)

  it('are checked in camelCase, snake_case, types, properties and file names', () => {
    const source = 'type Asked = { is_told: 1 }; const lastKnown = (a: Asked) => a.is_told'
    expect(violationsIn(namesInSource('a.ts', source))).toHaveLength(3)
    expect(violationsIn(namesInSql("create table told (x int check (x > 0)); -- said 'said'"))).toHaveLength(
      1,
    )
    expect(violationsIn(['server/platform/lately.ts', 'server/checkout/giveUp.ts'])).toHaveLength(2)
    expect(violationsIn(['unknown', 'task', 'roadmap'])).toEqual([])
  })
})
