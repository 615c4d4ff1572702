import type { PictureOf } from './queries.ts'

/** `operator`, `venue-90001` or `activity-101`; null for any other name. */
export const pictureNamed = (name: string): PictureOf | null => {
  if (name === 'operator') return { of: 'operator', id: 0 }
  const [, of, id = ''] = /^(venue|activity)-(\d{1,9})$/.exec(name) ?? []
  return of === 'venue' || of === 'activity' ? { of, id: Number(id) } : null
}

/** The bytes of a `data:` address; null for any other. */
export const bytesOf = (address: string): { mediaType: string; bytes: Uint8Array<ArrayBuffer> } | null => {
  const [, mediaType = '', base64, data = ''] =
    /^data:(image\/(?:svg\+xml|png|webp|jpeg))(;base64)?,(.*)/s.exec(address) ?? []
  if (mediaType === '') return null
  const bytes =
    base64 === undefined ? Buffer.from(decodeURIComponent(data), 'utf8') : Buffer.from(data, 'base64')
  return { mediaType, bytes: new Uint8Array(bytes) }
}
