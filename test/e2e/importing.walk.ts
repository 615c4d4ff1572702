/** `npm run import` beside the built server that has the embedded database open: what is printed, and the exit codes. */
import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { embedded, startProduct } from './support/product.ts'
import { expect, test } from './support/walk.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Runs the command to its end. */
const runImport = (
  data: string,
  options: readonly string[],
): Promise<{ output: string; code: number | null }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['bin/import.mjs', ...options], {
      cwd: root,
      env: { ...process.env, DATA_DIR: data, DATABASE_URL: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        output += text.toString()
      })
    child.once('exit', (code) => resolve({ output, code }))
  })

test('an import goes through the server that is running, which stays open', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'onside-importing-'))
  const data = path.join(folder, 'data')
  const example = path.join(root, 'docs/example-operator')
  /** The example with another price of badminton. */
  const filesWith = async (price: string): Promise<string> => {
    const files = path.join(folder, price)
    await cp(example, files, { recursive: true })
    const prices = path.join(files, 'prices.csv')
    const inExample = await readFile(prices, 'utf8')
    await writeFile(prices, inExample.replace('badminton,,,,11.00', `badminton,,,,${price}`))
    return files
  }
  const product = await startProduct({ ...embedded, DATA_DIR: data, OPERATOR_FILES: example })
  try {
    const dearer = await filesWith('11.50')
    const change = 'changed   price riverside-centre/badminton/standard: price £11.00 → £11.50'
    const report = path.join(folder, 'report.txt')
    const checked = await runImport(data, [dearer, '--check', '--report', report])
    expect(checked).toMatchObject({ code: 0, output: expect.stringContaining(change) })
    expect(checked.output).toContain('Would change the catalogue in 1 places.')
    expect(await readFile(report, 'utf8')).toBe(`${change}\n`)

    // One after the other, as they arrive.
    const [imported, refused] = await Promise.all([
      runImport(data, [dearer]),
      runImport(data, [await filesWith('eleven')]),
    ])
    expect(imported).toMatchObject({ code: 0, output: expect.stringContaining(change) })
    expect(imported.output).toContain('Changed the catalogue in 1 places.')
    expect(refused.code).toBe(1)
    expect(refused.output).toMatch(/prices\.csv.*"eleven"/)
    expect((await fetch(`${product.plain}/readyz`)).status).toBe(200)
  } finally {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
