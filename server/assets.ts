import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Context } from 'hono'

type Asset = { body: Buffer; type: string; packs: boolean; br?: Buffer; gzip?: Buffer }

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
 * The files of a folder by their path, read once and served from memory; each is compressed on its first
 * request. Built files are few and named by their content.
 */
export const readAssets = (folder: string): Map<string, Asset> => {
  const assets = new Map<string, Asset>()
  for (const entry of listed(folder)) {
    const type = types[path.extname(entry)]
    if (type === undefined || entry.startsWith('.')) continue
    const body = readFileSync(path.join(folder, entry))
    assets.set(entry, { body, type, packs: textual.test(type) && body.length > 500 })
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
  const accepted = c.req.header('accept-encoding') ?? ''
  if (asset.packs && /\bbr\b/.test(accepted)) {
    asset.br ??= brotliCompressSync(asset.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
    c.header('Content-Encoding', 'br')
    return c.body(new Uint8Array(asset.br))
  }
  if (asset.packs && /\bgzip\b/.test(accepted)) {
    asset.gzip ??= gzipSync(asset.body, { level: 9 })
    c.header('Content-Encoding', 'gzip')
    return c.body(new Uint8Array(asset.gzip))
  }
  return c.body(new Uint8Array(asset.body))
}
