import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)

/** Below this many characters compression costs more than it saves. */
const minimumLength = 1000

/** Most wanted first. */
export type Encodings = readonly Encoding[]

type Encoding = 'br' | 'gzip'

export type Compressed = { encoding: Encoding; bytes: Buffer<ArrayBuffer> }

/** For JSON, whose ETags name the encoding. */
export const jsonEncodings: Encodings = ['gzip']

/** A page has much of its content as markup and again as data, further apart than the 32 KB that gzip looks back. */
export const pageEncodings: Encodings = ['br', 'gzip']

/** Named, and not with a weight of 0. */
const acceptedAs = (encoding: Encoding): RegExp =>
  new RegExp(String.raw`\b${encoding}\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))`, 'i')

const accepted: Record<Encoding, RegExp> = { br: acceptedAs('br'), gzip: acceptedAs('gzip') }

/** The first of the encodings that the client accepts. */
export const acceptedEncoding = (
  acceptEncoding: string | undefined,
  encodings: Encodings,
): Encoding | undefined =>
  acceptEncoding === undefined
    ? undefined
    : encodings.find((encoding) => accepted[encoding].test(acceptEncoding))

/** Compresses off the main thread. A timetable shrinks to a tenth at level 5; higher levels take more time than they save. */
export const compress = async (body: string | Buffer, encoding: Encoding): Promise<Compressed> => {
  const bytes =
    encoding === 'br' ? await brotliAsync(body, brotliOptions) : await gzipAsync(body, { level: 5 })
  return { encoding, bytes }
}

const brotliOptions = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
}

/** The compressed body where the client accepts it and it is worth the time, else null. */
export const compressFor = async (
  acceptEncoding: string | undefined,
  body: string,
  encodings: Encodings,
): Promise<Compressed | null> => {
  const encoding = body.length >= minimumLength ? acceptedEncoding(acceptEncoding, encodings) : undefined
  return encoding === undefined ? null : compress(body, encoding)
}

/** A strong ETag names the bytes sent, so the compressed form has one of its own. */
export const compressedEtag = (etag: string, encoding: Encoding): string =>
  etag.replace(/"$/, `-${encoding}"`)

/** The ETag of the uncompressed form. Proxies that compress mark it as weak. */
export const plainEtag = (etag: string): string =>
  etag
    .trim()
    .replace(/^W\//, '')
    .replace(/-gzip"$/, '"')
