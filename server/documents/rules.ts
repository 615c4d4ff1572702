import type { CustomerDocument } from '#contract/sessions.ts'
import { daysBetween, instant } from '#contract/time.ts'

export const photoType = 'profile-photo'

/** From so many days before its last day its owner is told that a document runs out. */
export const reminderDays = 30

export type DocumentRow = {
  id: number
  documentType: string
  status: 'in_review' | 'accepted' | 'refused'
  message: string | null
  uploadedAt: Date
  expiresOn: string | null
}

/** Types are slugs of the operator's files; programs write them with underscores, too. */
export const typeOf = (given: string): string => given.trim().toLowerCase().replaceAll('_', '-')

/** `student-card` to `Student card`. */
export const nameOf = (type: string): string => {
  const words = type.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** DOCUMENT (wire §4), as it is on a day. */
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

/** A document that is asked for and was never sent. It has no number of its own yet. */
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

/** What a file is by its first bytes, whatever it is called; null for anything we do not take. */
export const mediaTypeOf = (bytes: Buffer): MediaType | null => {
  const starts = (...signature: number[]) => signature.every((byte, at) => bytes[at] === byte)
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return 'application/pdf'
  return null
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/

/** The bytes of a file in Base64, or null when it is not that. */
export const bytesOf = (text: string): Buffer | null => {
  const packed = text.replace(/\s+/g, '')
  return packed.length % 4 === 0 && base64.test(packed) ? Buffer.from(packed, 'base64') : null
}

/** Whether a document that was accepted holds on a day. */
export const isValidOn = (row: Pick<DocumentRow, 'status' | 'expiresOn'>, day: string): boolean =>
  row.status === 'accepted' && (row.expiresOn === null || row.expiresOn >= day)
