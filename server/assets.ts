import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Context } from 'hono'
import { acceptedEncoding } from '#server/platform/compression.ts'

type Asset = { body: Buffer; type: string; packs: boolean; br?: Buffer | undefined; gzip?: Buffer }

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const textual = /^(text\/|application\/json|image\/svg)/

/**
 * The files of a folder by their path, read once and served from memory. Built files are few and named by their
 * content; the build has compressed them as far as brotli can (bin/compressAssets.mjs).
 */
export const readAssets = (folder: string): Map<string, Asset> => {
  const assets = new Map<string, Asset>()
  const entries = new Set(listed(folder))
  for (const entry of entries) {
    const type = types[path.extname(entry)]
    if (type === undefined || entry.startsWith('.')) continue
    const body = readFileSync(path.join(folder, entry))
    const br = entries.has(`${entry}.br`) ? readFileSync(path.join(folder, `${entry}.br`)) : undefined
    assets.set(entry, { body, type, packs: textual.test(type) && body.length > 500, br })
  }
  return assets
}

/**
 * The fonts of themes by the names that pages request (web/platform/fonts.ts): the Latin files of the
 * packages, weights 400 and 700.
 */
export const readFonts = (packages: string): Map<string, Asset> =>
  new Map(
    ['roboto', 'lato', 'open-sans', 'oswald'].flatMap((font) =>
      [400, 700].map((weight): [string, Asset] => {
        const file = path.join(packages, '@fontsource', font, 'files', `${font}-latin-${weight}-normal.woff2`)
        return [`${font}-${weight}.woff2`, { body: readFileSync(file), type: 'font/woff2', packs: false }]
      }),
    ),
  )

const listed = (folder: string): string[] => {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((entry) =>
      entry.split(path.sep).join('/'),
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Serves a file, or null when none has that name. */
export const serveAsset = (c: Context, asset: Asset | undefined, cacheControl: string): Response | null => {
  if (asset === undefined) return null
  c.header('Content-Type', asset.type)
  c.header('Cache-Control', cacheControl)
  c.header('Vary', 'Accept-Encoding')
  // An SVG opened on its own is a page; it may run nothing.
  if (asset.type === 'image/svg+xml')
    c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
  const compressed = compressedFor(c.req.header('accept-encoding'), asset)
  if (compressed === null) return c.body(new Uint8Array(asset.body))
  c.header('Content-Encoding', compressed.encoding)
  return c.body(new Uint8Array(compressed.bytes))
}

const compressedFor = (acceptEncoding: string | undefined, asset: Asset) => {
  if (!asset.packs) return null
  const { br, body } = asset
  const encoding = acceptedEncoding(acceptEncoding, br === undefined ? ['gzip'] : ['br', 'gzip'])
  if (encoding === undefined) return null
  const bytes = encoding === 'br' ? br : (asset.gzip ??= gzipSync(body, { level: 9 }))
  return bytes === undefined ? null : { encoding, bytes }
}
