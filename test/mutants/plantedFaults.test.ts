import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { countOf, faults } from './plantedFaults.mjs'

const root = path.join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** The file of a check, and what of a title stands in it. */
const checkedIn = ({ check }: (typeof faults)[number]): { file: string; of: string } | null => {
  if (check.tool !== undefined) return null
  return { file: check.walk === undefined ? check.test : `test/e2e/${check.walk}.ts`, of: check.of }
}

describe('the planted faults', () => {
  it('have a text each that stands once in its file, and becomes another', () => {
    const wrong = faults.filter(
      ({ file, text, becomes }) => countOf(read(file), text) !== 1 || text === becomes,
    )
    expect(wrong.map(({ title }) => title)).toEqual([])
  })

  it('are caught by tests and programs that there are', () => {
    const wrong = faults.filter((fault) => {
      const { tool } = fault.check
      if (tool !== undefined) return !existsSync(path.join(root, tool[0] ?? ''))
      const checked = checkedIn(fault)
      return (
        checked === null ||
        !existsSync(path.join(root, checked.file)) ||
        !read(checked.file).includes(checked.of)
      )
    })
    expect(wrong.map(({ title }) => title)).toEqual([])
  })

  it('are forty and more, each under a title of its own', () => {
    expect(new Set(faults.map(({ title }) => title)).size).toBe(faults.length)
    expect(faults.length).toBeGreaterThanOrEqual(40)
  })
})
