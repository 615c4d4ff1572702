import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesInBucket, filesOnDisk } from './store.ts'
import type { Files } from './store.ts'

let folder: string
let bucket: { files: Files; seen: string[]; close: () => void }

/** A bucket as the protocol describes it: signed requests only, 404 for what is not there. */
const aBucket = async () => {
  const stored = new Map<string, { bytes: Buffer; type: string }>()
  const seen: string[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      seen.push(`${method} ${url}`)
      if (
        !/^AWS4-HMAC-SHA256 Credential=key-id\/\d{8}\/eu-test-1\/s3\/aws4_request/.test(
          headers.authorization ?? '',
        )
      )
        return response.writeHead(403).end()
      const there = stored.get(url)
      if (method === 'PUT')
        stored.set(url, { bytes: Buffer.concat(pieces), type: headers['content-type'] ?? '' })
      if (method === 'DELETE') stored.delete(url)
      if (method !== 'GET') return response.writeHead(method === 'DELETE' ? 204 : 200).end()
      if (there === undefined) return response.writeHead(404).end('<Error/>')
      return response.writeHead(200, { 'content-type': there.type }).end(there.bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const settings = { region: 'eu-test-1', accessKeyId: 'key-id', secretAccessKey: 'secret' }
  return {
    files: filesInBucket({ bucket: `http://127.0.0.1:${port}/onside`, ...settings }),
    seen,
    close: () => server.close(),
  }
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'onside-files-'))
  bucket = await aBucket()
})

afterAll(async () => {
  bucket.close()
  await rm(folder, { recursive: true })
})

describe.each([
  ['in a folder', () => filesOnDisk(folder)],
  ['in a bucket', () => bucket.files],
])('files %s', (_, open) => {
  it('are kept, read, replaced and removed', async () => {
    const files = open()
    expect(await files.get('a/b-1')).toBeNull()
    await files.put('a/b-1', Buffer.from('one'), 'image/png')
    await files.put('a/b-1', Buffer.from('two'), 'image/png')
    expect((await files.get('a/b-1'))?.toString()).toBe('two')
    await files.remove('a/b-1')
    await files.remove('a/b-1')
    expect(await files.get('a/b-1')).toBeNull()
  })

  it.each(['../secret', '/etc/passwd', 'a/../b', 'a\\b', ''])('are never looked for at %j', async (key) => {
    await expect(open().get(key)).rejects.toThrow('not a key')
  })
})

it('a folder and what is in it are for the server alone', async () => {
  await filesOnDisk(folder).put('mine/one', Buffer.from('x'), 'image/png')
  expect((await stat(path.join(folder, 'mine'))).mode & 0o077).toBe(0)
  expect((await stat(path.join(folder, 'mine/one'))).mode & 0o077).toBe(0)
})
