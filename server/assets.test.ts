import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressAssets } from '#bin/compressAssets.mjs'
import { readAssets, serveAsset } from './assets.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'onside-assets-'))
const script = 'export const court = "Badminton 60 minutes"\n'.repeat(50)
const app = new Hono()

beforeAll(async () => {
  writeFileSync(path.join(folder, 'page.js'), script)
  writeFileSync(path.join(folder, 'little.js'), 'export {}\n')
  writeFileSync(path.join(folder, 'font.woff2'), script)
  await compressAssets(folder)
  const assets = readAssets(folder)
  app.get('/:file', (c) => serveAsset(c, assets.get(c.req.param('file')), 'public') ?? c.text('', 404))
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const get = async (file: string, acceptEncoding: string) => {
  const answer = await app.request(`/${file}`, { headers: { 'accept-encoding': acceptEncoding } })
  return {
    status: answer.status,
    encoding: answer.headers.get('content-encoding'),
    body: Buffer.from(await answer.arrayBuffer()),
  }
}

test('a script is sent as the build has compressed it, or in gzip to a browser without brotli', async () => {
  const brotli = await get('page.js', 'gzip, deflate, br')
  expect([brotli.encoding, brotliDecompressSync(brotli.body).toString()]).toEqual(['br', script])
  const gzip = await get('page.js', 'gzip')
  expect([gzip.encoding, gunzipSync(gzip.body).toString()]).toEqual(['gzip', script])
  expect((await get('page.js', '')).body.toString()).toBe(script)
})

test.each(['little.js', 'font.woff2'])('%s is sent as it is', async (file) => {
  expect((await get(file, 'gzip, br')).encoding).toBeNull()
})

test('the compressed form has no address of its own', async () => {
  expect((await get('page.js.br', 'br')).status).toBe(404)
})
