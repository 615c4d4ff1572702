import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { pseudoSource } from '#test/pseudoLanguage.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** The code that the operator's setting and a build know the pseudo-language by. */
export const pseudoCode = 'qps'

/**
 * A copy of the product whose catalogues stand in the pseudo-language beside the English ones, built in both.
 * @returns its folder, and what removes it
 */
export const buildInPseudoLanguage = async (): Promise<{ home: string; remove: () => Promise<void> }> => {
  const home = await mkdtemp(path.join(os.tmpdir(), 'onside-pseudo-'))
  const parts = [
    'bin',
    'contract',
    'db',
    'demo',
    'server',
    'web',
    'main.ts',
    'test/pseudoWords.ts',
    'test/tsconfig.json',
  ]
  const settings = (await readdir(root)).filter((name) => /^(package.*|tsconfig.*|vite\..*)$/.test(name))
  for (const part of [...parts, ...settings])
    await cp(path.join(root, part), path.join(home, part), { recursive: true })
  await symlink(path.join(root, 'node_modules'), path.join(home, 'node_modules'))
  for (const side of ['web', 'server']) await writeCatalogue(path.join(home, side, 'messages'))
  await enterLanguage(path.join(home, 'server/messages/languages.ts'))
  const env = { ...process.env, LANGUAGES: `en,${pseudoCode}` }
  await promisify(execFile)(process.execPath, ['bin/build.mjs'], { cwd: home, env })
  return { home, remove: () => rm(home, { recursive: true, force: true }) }
}

const writeCatalogue = async (messages: string): Promise<void> => {
  const files = await readdir(path.join(messages, 'en'), { recursive: true })
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    const source = await readFile(path.join(messages, 'en', file), 'utf8')
    const target = path.join(messages, pseudoCode, file)
    await mkdir(path.dirname(target), { recursive: true })
    await writeFile(target, pseudoSource(file, source))
  }
}

/** As somebody does who adds a language: its modules beside the English ones. */
const enterLanguage = async (file: string): Promise<void> => {
  const source = await readFile(file, 'utf8')
  const [english = ''] = /(?:^import \* as .*\n)+/m.exec(source) ?? []
  const names = [...english.matchAll(/^import \* as (\w+) /gm)].map(([, name = '']) => name)
  const imports = english
    .replaceAll(/^import \* as (\w+) /gm, 'import * as pseudo_$1 ')
    .replaceAll(`'./en/`, `'./${pseudoCode}/`)
  const catalogue = names.map((name) => `${name}: pseudo_${name}`).join(', ')
  const entered = source.replace('{ en: english }', `{ en: english, ${pseudoCode}: { ${catalogue} } }`)
  if (entered === source) throw new Error(`${file} has no place to enter a language`)
  await writeFile(file, imports + entered)
}
