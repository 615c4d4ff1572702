import { createHash } from 'node:crypto'

/** The height of a logo in a message, px. */
const height = 40
/** No wider than this, px: a narrow phone and its margins. */
const maxWidth = 272

/** `path` is served by us below the bookings site, `width` unknown for a picture elsewhere. */
export type MailLogo = { height: number } & (
  | { path: string; width: number; bytes: Uint8Array<ArrayBuffer> }
  | { address: string }
)

/**
 * The logo of an operator for its messages: a PNG in the database, or a picture at an address that is no SVG. Null for
 * any other, and the message begins with the operator's name.
 */
export const mailLogo = (operatorId: number, logo: string | null): MailLogo | null => {
  if (logo === null) return null
  if (/^https:\/\/\S+\.(png|jpe?g|gif)(\?\S*)?$/i.test(logo)) return { address: logo, height }
  const data = /^data:image\/png;base64,(.+)$/s.exec(logo)?.[1]
  if (data === undefined) return null
  const bytes = new Uint8Array(Buffer.from(data, 'base64'))
  const size = sizeOfPng(bytes)
  if (size === null) return null
  const scale = Math.min(height / size.height, maxWidth / size.width)
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  return {
    path: `/mail-logos/${operatorId}-${digest}.png`,
    width: Math.round(size.width * scale),
    height: Math.round(size.height * scale),
    bytes,
  }
}

/** From the header of a PNG, which begins after its signature and the name of the chunk. */
const sizeOfPng = (bytes: Uint8Array<ArrayBuffer>): { width: number; height: number } | null => {
  if (bytes.length < 24 || bytes[0] !== 0x89) return null
  const view = new DataView(bytes.buffer)
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  return width === 0 || height === 0 ? null : { width, height }
}
