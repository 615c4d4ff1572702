import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
let folder: string | undefined

afterEach(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
})

/** What the compiler says of two components in a language that has nothing but these files. */
const check = (words: Readonly<Record<string, string>>): string[] => {
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  folder = mkdtempSync(path.join(root, '.cache/language-'))
  mkdirSync(path.join(folder, 'shared'))
  for (const [file, source] of Object.entries(words)) writeFileSync(path.join(folder, file), source)
  const settings = {
    extends: '../../web/tsconfig.language.json',
    compilerOptions: { composite: false, emitDeclarationOnly: false, noEmit: true, rootDir: '../..' },
    files: ['../../web/ui/PhoneLink.tsx', '../../web/features/checkout/WalletsLoading.tsx'],
    include: [],
    references: [],
  }
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const { stdout } = spawnSync('node_modules/.bin/tsc', ['-p', folder], { cwd: root, encoding: 'utf8' })
  return stdout.split('\n').filter((line) => line.includes('error'))
}

it('a text that a language does not have, or that takes other values there, does not compile', () => {
  const terms = ({ value }: { value: string }) =>
    `export const walletTerms = '{terms}'\nexport const termsNamed = ({ ${value} }: { ${value}: readonly string[] }) => ${value}.join()`
  const whole = {
    'shared/ui.ts': "export const noPhone = 'Dim rhif'",
    'shared/checkout.ts': terms({ value: 'names' }),
  }
  expect(check(whole)).toEqual([])
  const [others = '', missing = '', ...more] = check({
    'shared/ui.ts': "export const phone = 'Rhif'",
    'shared/checkout.ts': terms({ value: 'people' }),
  })
  expect(missing).toMatch(/PhoneLink\.tsx.*noPhone/)
  expect(others).toMatch(/WalletsLoading\.tsx.*names/)
  expect(more).toEqual([])
})

const filesOf = (language: string): string[] =>
  readdirSync(path.join(root, 'web/messages', language), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .toSorted()

it('each language but English has its files, and is compiled with the pages', () => {
  const { references } = JSON.parse(
    readFileSync(path.join(root, 'tsconfig.json'), 'utf8').replace(/^\s*\/\/.*$/gm, ''),
  ) as {
    references: { path: string }[]
  }
  const compiled = references.map(({ path: name }) => name)
  const languages = readdirSync(path.join(root, 'web/messages')).filter((name) => name !== 'en')
  for (const language of languages) {
    expect(filesOf(language)).toEqual(filesOf('en'))
    expect(compiled).toContain(`web/messages/${language}`)
  }
})
