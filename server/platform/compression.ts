import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const gzipped = promisify(gzip)

/** Below it packing costs more than it saves. */
const worthPacking = 1000

/** Whether the reader takes gzip. */
export const acceptsGzip = (acceptEncoding: string | undefined): boolean =>
  acceptEncoding !== undefined && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/i.test(acceptEncoding)

/** Whether a body of so many characters is packed at all. */
export const isWorthCompressing = (body: string): boolean => body.length >= worthPacking

/** The body compress, away from the main thread. Timetables shrink to a tenth; a higher level is not worth its time. */
export const compress = (body: string | Buffer): Promise<Buffer> => gzipped(body, { level: 5 })

/** A strong checksum is of the bytes sent, so the packed form has one of its own. */
export const compressedEtag = (etag: string): string => etag.replace(/"$/, '-gzip"')

/** The checksum of the form that is not packed; proxies that pack answers mark it as weak. */
export const plainEtag = (etag: string): string =>
  etag
    .trim()
    .replace(/^W\//, '')
    .replace(/-gzip"$/, '"')
