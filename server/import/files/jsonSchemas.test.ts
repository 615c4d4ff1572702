import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readOperatorFiles } from '#server/import/read.ts'
import { projectRoot } from '#server/platform/config.ts'
import { editorFiles } from './jsonSchemas.ts'

const docs = path.join(projectRoot(), 'docs')

it('the schemas for editors and the empty tables are those of the import: node bin/schemas.mjs', () => {
  const folder = path.join(docs, 'operator-schemas')
  const contentOf = (file: string, text: string): unknown =>
    file.endsWith('.json') ? JSON.parse(text) : text
  const written = readdirSync(folder).map(
    (file) => [file, contentOf(file, readFileSync(path.join(folder, file), 'utf8'))] as const,
  )
  const made = [...editorFiles()].map(([file, text]) => [file, contentOf(file, text)] as const)
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(made))
})

it('names fields as the files do', () => {
  const venues = editorFiles().get('venues.schema.json') ?? ''
  expect(venues).toContain('"address_line_one"')
  expect(venues).not.toContain('"addressLineOne"')
  expect(editorFiles().get('closures.csv')).toBe(
    'venue,locations,date,until,days,start,end,opens_on,opens_at,reason\n',
  )
})

it('the example of the documentation is read without a complaint', async () => {
  const files = await readOperatorFiles(path.join(docs, 'example-operator'), new Date('2027-03-01T06:00:00Z'))
  expect(files.series.length).toBeGreaterThan(3)
  expect(files.closures).toHaveLength(2)
})
