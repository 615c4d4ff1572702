import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { acceptedEncoding, compressFor, jsonEncodings, pageEncodings } from './compression.ts'

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['deflate', undefined],
  ['gzip;q=0, br;q=0.0', undefined],
  [undefined, undefined],
])('sends a page to a client that accepts %s as %s', (acceptEncoding, encoding) => {
  expect(acceptedEncoding(acceptEncoding, pageEncodings)).toBe(encoding)
})

it('sends JSON as gzip, which its ETag names', () => {
  expect(acceptedEncoding('br, gzip', jsonEncodings)).toBe('gzip')
})

it('sends what a page carries as markup and again as data once', async () => {
  const content = randomBytes(40_000).toString('base64')
  const page = `<main>${content}</main><script>${content}</script>`
  const sent = await compressFor('gzip, br', page, pageEncodings)
  expect(sent?.bytes.length).toBeLessThan(42_000)
  expect(brotliDecompressSync(sent?.bytes ?? '').toString()).toBe(page)
})

it('compresses for a client without brotli, and leaves small bodies as they are', async () => {
  const body = 'court '.repeat(500)
  const sent = await compressFor('gzip', body, pageEncodings)
  expect(gunzipSync(sent?.bytes ?? '').toString()).toBe(body)
  expect(await compressFor('gzip, br', 'court', pageEncodings)).toBeNull()
})
