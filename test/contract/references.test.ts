import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

const repository = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (file) => /\.(ts|tsx|mjs|css|sql|md|tsv|json|html)$/.test(file) && existsSync(path.join(root, file)),
  )

// The specification as it was given, and this file, whose examples lead nowhere.
const files = repository.filter(
  (file) => file !== 'docs/specification.md' && file !== 'test/contract/references.test.ts',
)

/** The numbers of a page's sections: `2`, `2.1`. */
const sectionsOf = (page: string): Set<string> =>
  new Set([...read(page).matchAll(/^#{2,3} (\d+(?:\.\d+)?)\b/gm)].map(([, number = '']) => number))

const wireSections = sectionsOf('docs/wire.md')
const specificationSections = sectionsOf('docs/specification.md')
const rowIds = new Set(read('docs/rows.tsv').match(/^[A-Z]\d\d/gm))
const rowAreas = new Set([...rowIds].map((id) => id.charAt(0)))
const pages = repository.filter((file) => /\.(md|tsv)$/.test(file))

/** Sections: `wire §2.1`, `the wire (§5)`, `wire.md §9`; within the page of the wire, `§2.3` alone. */
const findSections = (file: string, text: string): string[] => {
  const isWire = file === 'docs/wire.md'
  const named = isWire ? /()§ ?(\d+(?:\.\d+)?)/g : /(wire)?(?:\.md)?[ (]*§ ?(\d+(?:\.\d+)?)/gi
  const missing = [...text.matchAll(named)]
    .filter(([, page, number = '']) => (!isWire && page === undefined) || !wireSections.has(number))
    .map(([reference]) => reference.trim())
  const ofSpecification = [
    ...text.matchAll(/(specification|wire description),?\s+(?:\*\s+|\/\/\s+)?section (\d+)/gi),
  ]
    .filter(([, page = '', number = '']) => !/^s/i.test(page) || !specificationSections.has(number))
    .map(([reference]) => reference)
  return [...missing, ...ofSpecification]
}

/** Pages: any path that ends in `.md` or `.tsv`, from the root, from `docs/`, or from the page that names it. */
const findPages = (file: string, text: string): string[] =>
  [
    ...text
      // Addresses of other sites.
      .replaceAll(/https?:\/\/\S+/g, '')
      .matchAll(/(?<![\w*{}.-])(?:\.{1,2}\/)*[A-Za-z0-9][\w./-]*\.(?:md|tsv)\b/g),
  ]
    .map(([reference]) => reference)
    .filter((reference) => {
      const places = [path.join(path.dirname(file), reference), reference, `docs/${reference}`]
      return !places.some((place) => pages.includes(path.normalize(place)))
    })

/** Decisions by number: `docs/decisions/0019`. */
const findDecisions = (text: string): string[] =>
  [...text.matchAll(/decisions\/(\d{4})/g)]
    .filter(([, number = '']) => !pages.some((page) => page.startsWith(`docs/decisions/${number}-`)))
    .map(([reference]) => reference)

const isCode = (file: string): boolean => /\.(ts|tsx|css|sql|mjs)$/.test(file)

const commentsIn = (text: string): string =>
  (text.match(/\/\*[^]*?\*\/|(?:^|\s)\/\/ .*|^\s*-- .*/gm) ?? []).join('\n')

/** The ids in front of the titles of tests: `A05, A06: …`. */
const titleIdsIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:it|test|describe)[\w.]*(?:\([^'"`]*)?\(\s*['"`]((?:[A-Z]\d\d(?:, )?)+):/g)].map(
    ([, ids = '']) => ids,
  )

const findRows = (text: string): string[] =>
  (text.match(/(?<![\w-])[A-Z]\d\d(?![\w.-])/g) ?? []).filter(
    (id) => rowAreas.has(id.charAt(0)) && !rowIds.has(id),
  )

const findMissing = (file: string, text: string): string[] => {
  // Elsewhere in code, sizes and members of objects look alike.
  const prose = isCode(file) ? commentsIn(text) : text
  return [
    ...findSections(file, text),
    ...findPages(file, prose),
    ...findDecisions(text),
    ...(isCode(file) ? findRows([prose, ...titleIdsIn(text)].join('\n')) : []),
  ]
}

describe('References', () => {
  it('lead to a section, page, decision or row that the repository has', () => {
    const missing = files.flatMap((file) =>
      findMissing(file, read(file)).map((reference) => `${file}: ${reference}`),
    )
    expect(missing).toEqual([])
  })

  it.each([
    ['a section of the wire', '/** As agreed (wire §99.1). */', 'wire §99.1'],
    ['a section of no page', '/** As agreed (§2). */', '(§2'],
    ['a section of the specification', '/** Specification, section 12 */', 'Specification, section 12'],
    ['a page', '/* see architecture.md */', 'architecture.md'],
    ['a page in a folder', '/* see docs/nowhere.md */', 'docs/nowhere.md'],
    ['a decision', '/* docs/decisions/9999 */', 'decisions/9999'],
    ['a row in a comment', '/** Closes by itself (A99). */', 'A99'],
    ['a row in a title', "it.each([1])('A99: closes', () => {})", 'A99'],
  ])('are missed where there is no such %s', (_, text, reference) => {
    expect(findMissing('server/any.ts', text)).toEqual([reference])
  })
})
