import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const gzipAsync = promisify(gzip)

/** Below this many characters compression costs more than it saves. */
const minimumLength = 1000

/** Whether the client accepts gzip. */
export const acceptsGzip = (acceptEncoding: string | undefined): boolean =>
  acceptEncoding !== undefined && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/i.test(acceptEncoding)

/** gzip off the main thread. A timetable shrinks to a tenth at level 5; higher levels take more time than they save. */
export const compress = (body: string | Buffer): Promise<Buffer> => gzipAsync(body, { level: 5 })

/** The compressed body where the client accepts it and it is worth the time, else null. */
export const compressFor = async (
  acceptEncoding: string | undefined,
  body: string,
): Promise<Buffer<ArrayBuffer> | null> =>
  body.length >= minimumLength && acceptsGzip(acceptEncoding)
    ? ((await compress(body)) as Buffer<ArrayBuffer>)
    : null

/** A strong ETag names the bytes sent, so the compressed form has one of its own. */
export const compressedEtag = (etag: string): string => etag.replace(/"$/, '-gzip"')

/** The ETag of the uncompressed form. Proxies that compress mark it as weak. */
export const plainEtag = (etag: string): string =>
  etag
    .trim()
    .replace(/^W\//, '')
    .replace(/-gzip"$/, '"')
