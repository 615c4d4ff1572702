import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { tiers } from '#server/tiers.ts'

const server = path.join(import.meta.dirname, '../../server')
const rank = new Map(tiers.flatMap(({ nouns }, tier) => Object.keys(nouns).map((noun) => [noun, tier])))
const sideways = new Map(tiers.flatMap(({ nouns }) => Object.entries(nouns)))

/** Every import between nouns, types included, as `noun → noun`, with the files it stands in. */
const imports = new Map<string, string[]>()
/** Files that import the statements, the presentation or the routes of another noun. */
const foreignParts: string[] = []
for (const noun of readdirSync(server).filter((name) => !name.includes('.'))) {
  for (const file of readdirSync(path.join(server, noun), { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue
    const text = readFileSync(path.join(server, noun, file), 'utf8')
    for (const [, other = '', rest = ''] of text.matchAll(
      /(?:from|import)\s*\(?\s*'#server\/([^/']+)\/([^']*)'/g,
    )) {
      if (other === noun) continue
      const edge = `${noun} → ${other}`
      imports.set(edge, [...(imports.get(edge) ?? []), `server/${noun}/${file}`])
      if (/(^|\/)(sql|present|routes)\.ts$|(^|\/)sql\//.test(rest))
        foreignParts.push(`server/${noun}/${file} → ${other}/${rest}`)
    }
  }
}

const goesDown = (from: string, to: string): boolean =>
  (rank.get(to) ?? Infinity) < (rank.get(from) ?? -1) || (sideways.get(from) ?? []).includes(to)

describe('the tiers of the server', () => {
  it('name every noun once, and none that is not there', () => {
    const listed = tiers.flatMap(({ nouns }) => Object.keys(nouns))
    expect(listed.toSorted()).toEqual(
      readdirSync(server)
        .filter((name) => !name.includes('.'))
        .toSorted(),
    )
  })

  it('are imported downwards only, types included', () => {
    const upward = [...imports].filter(([edge]) => {
      const [from = '', to = ''] = edge.split(' → ')
      return !goesDown(from, to)
    })
    expect(Object.fromEntries(upward)).toEqual({})
  })

  it('share no statements, presentation or routes: a noun calls the acts and rules of another', () => {
    expect(foreignParts).toEqual([])
  })

  it('have no cycle', () => {
    let left = [...imports.keys()].map((edge) => edge.split(' → '))
    for (let before = -1; before !== left.length;) {
      before = left.length
      left = left.filter(([, to]) => left.some(([from]) => from === to))
    }
    expect(left).toEqual([])
  })
})
