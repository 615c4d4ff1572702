import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../..')

/** Every file below a folder of the repository, by its path from the root. */
const filesIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes('node_modules'))

const source = ['bin', 'contract', 'server', 'web', 'test'].flatMap(filesIn)

describe('the repository', () => {
  it('keeps a noun of the server in one folder, but for statements and what has a name of its own', () => {
    const folders = new Set(filesIn('server').map((file) => path.dirname(file)))
    const deeper = [...folders].filter((folder) => folder.split('/').length > 2)
    const allowed =
      /^server\/([\w-]+\/sql|messages\/\w+|providers\/[\w-]+(\/\w+)?|open-booking\/openid|import\/files(\/schema)?)$/
    expect(deeper.filter((folder) => !allowed.test(folder))).toEqual([])
    const onlyTests = [...folders].filter((folder) =>
      filesIn(folder).every((file) => /\.test\.tsx?$/.test(file)),
    )
    expect(onlyTests).toEqual([])
  })

  it('calls no file of the server after its layer: a file is an act, or routes, rules, sql, present, messages', () => {
    const layers = filesIn('server').filter((file) =>
      /\/(service|queries|controller|repository)\b/.test(file),
    )
    expect(layers).toEqual([])
  })

  it('names no file after nothing in particular', () => {
    const vague = source.filter((file) =>
      /(^|\/)(utils?|helpers?|common|shared|misc|manager)(\.|\/|$)/i.test(
        // The catalogue of messages has a folder a site, and `shared` for what several sites say.
        file.replace(/^web\/messages\/\w+\/shared\//, ''),
      ),
    )
    expect(vague).toEqual([])
  })

  it('numbers the migrations without gaps or twins, since they are applied in the order of their names', () => {
    const migrations = filesIn('db/migrations')
      .map((file) => path.basename(file))
      .toSorted()
    expect(migrations.map((file) => file.slice(0, 5))).toEqual(
      migrations.map((_, index) => `${String(index + 1).padStart(4, '0')}_`),
    )
  })

  it('imports by name, so that a search finds where each is used; only messages and the index of the contract are imported whole', () => {
    const unnamed = source.filter((file) =>
      /^import (type )?\* as \w+ from '(?![^']*(messages|en)\/|(#contract|\.)\/index\.ts)[#.]/m.test(
        readFileSync(path.join(root, file), 'utf8'),
      ),
    )
    expect(unnamed).toEqual([])
  })

  it('has one index: the contract', () => {
    expect(source.filter((file) => /\/index\.tsx?$/.test(file))).toEqual(['contract/index.ts'])
  })

  it('B13: mobile is below 575 px, which is a tablet; a tablet goes to 1200 px', () => {
    const crossing = filesIn('web')
      .filter((file) => file.endsWith('.css'))
      .flatMap((file) =>
        [
          ...readFileSync(path.join(root, file), 'utf8').matchAll(
            /max-width: (575|1200\.98|1199(\.98)?)px|min-width: (576|1200)px/g,
          ),
        ].map(([width]) => `${file}: ${width}`),
      )
    expect(crossing).toEqual([])
  })

  it('asks how a visit is sold only where channels are chosen', () => {
    const asking = filesIn('web')
      .filter((file) => /\.tsx?$/.test(file) && !/^web\/(channels|platform|apps)\//.test(file))
      .filter((file) =>
        /\bis(Kiosk|Foh|FrontDesk|Embedded)\b/.test(readFileSync(path.join(root, file), 'utf8')),
      )
    expect(asking).toEqual([])
  })

  it('gives a reason with every lint suppression: behind it, or in the line above', () => {
    const bare = source
      .filter((file) => /\.(tsx?|mjs)$/.test(file) && file !== 'test/contract/repository.test.ts')
      .flatMap((file) => {
        const lines = readFileSync(path.join(root, file), 'utf8').split('\n')
        return lines
          .filter(
            (line, at) =>
              /(oxlint|eslint)-disable(?!.* -- )/.test(line) &&
              !/^\s*(\/\/|\{?\/?\*)/.test(lines[at - 1] ?? ''),
          )
          .map((line) => `${file}: ${line.trim()}`)
      })
    expect(bare).toEqual([])
  })

  it('has a decision page for every number, in order', () => {
    const numbers = filesIn('docs/decisions').map((file) => Number(path.basename(file).slice(0, 4)))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1))
  })

  it('has a tour whose links point to the lines that define what they name', () => {
    const { stderr, status } = spawnSync(process.execPath, ['bin/tour.mjs', '--check'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  })
})
