import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'

/**
 * The product with the demo's files, but for some words about the operator (docs/operator-files.md, operator.json),
 * further venues, and without what it sells by itself after opening: a walk must not find taken what it has just seen.
 */
export const startProductOf = async (
  operator: Record<string, unknown>,
  settings: Record<string, string> = {},
  furtherVenues: readonly object[] = [],
): Promise<Product> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'onside-operator-'))
  await cp(path.resolve(import.meta.dirname, '../../../demo'), folder, { recursive: true })
  for (const sold of ['sales.json', 'waitlists.json']) await rm(path.join(folder, sold))
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(path.join(folder, name), 'utf8'))
  const write = (name: string, content: unknown) =>
    writeFile(path.join(folder, name), JSON.stringify(content))
  await write('operator.json', { ...((await read('operator.json')) as object), ...operator })
  await write('venues.json', [...((await read('venues.json')) as object[]), ...furtherVenues])
  const product = await startProduct({ OPERATOR_FILES: folder, ...settings })
  return {
    ...product,
    stop: async () => {
      await product.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
