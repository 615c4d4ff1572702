import type { CustomerDocument } from '#contract/sessions.ts'
import { daysBetween, instant } from '#contract/time.ts'

export const photoType = 'profile-photo'

/** Days before its last day when the owner of a document is notified. */
export const reminderDays = 30

export type DocumentRow = {
  id: number
  documentType: string
  status: 'in_review' | 'accepted' | 'refused'
  message: string | null
  uploadedAt: Date
  expiresOn: string | null
}

/** Types are slugs; API clients also write them with underscores. */
export const typeOf = (given: string): string => given.trim().toLowerCase().replaceAll('_', '-')

/** `student-card` to `Student card`. */
export const nameOf = (type: string): string => {
  const words = type.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** DOCUMENT (wire §4), as of a day. */
export const presentDocument = (row: DocumentRow, today: string): CustomerDocument => {
  const days = row.expiresOn === null ? null : daysBetween(today, row.expiresOn)
  const isOver = row.status === 'accepted' && days !== null && days < 0
  return {
    id: row.id,
    documentType: row.documentType.replaceAll('-', '_'),
    name: nameOf(row.documentType),
    status: isOver ? 'expired' : row.status,
    uploadedAt: instant(row.uploadedAt),
    expiresOn: row.expiresOn,
    documentExpiringSoon: row.status === 'accepted' && days !== null && days >= 0 && days <= reminderDays,
    daysToExpiry: days,
    message: row.message,
  }
}

/** A required document that was never uploaded. It has no id. */
export const missingDocument = (type: string): CustomerDocument => ({
  id: 0,
  documentType: type.replaceAll('-', '_'),
  name: nameOf(type),
  status: 'required',
  uploadedAt: null,
  expiresOn: null,
  documentExpiringSoon: false,
  daysToExpiry: null,
  message: null,
})

export type MediaType = 'image/jpeg' | 'image/png' | 'application/pdf'

/** The media type by the first bytes, whatever the file name; null for types that are not accepted. */
export const mediaTypeOf = (bytes: Buffer): MediaType | null => {
  const starts = (...signature: number[]) => signature.every((byte, at) => bytes[at] === byte)
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return 'application/pdf'
  return null
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Decodes Base64; null when it is not valid. */
export const bytesOf = (text: string): Buffer | null => {
  const packed = text.replace(/\s/g, '')
  return packed.length % 4 === 0 && base64.test(packed) ? Buffer.from(packed, 'base64') : null
}

/** Whether an accepted document is valid on a day. */
export const isValidOn = (row: Pick<DocumentRow, 'status' | 'expiresOn'>, day: string): boolean =>
  row.status === 'accepted' && (row.expiresOn === null || row.expiresOn >= day)

/** Validity of an accepted document, unless staff set another. */
export const usuallyHoldsDays = 365
