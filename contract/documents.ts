import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, flag, id, optional, text } from './fields.ts'
import { displayDate, instant } from './shapes.ts'
import { customerDocument } from './sessions.ts'

export const documentMediaTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const

/** As much as a file may hold before it is encoded, in bytes (wire §4). */
export const largestDocument = 5 * 1024 * 1024

/** A document to be reviewed. Its file is at `/my-account/documents/{id}/file`. */
export const documentToReview = z
  .object({
    id: z.int(),
    name: z.string(),
    mediaType: z.enum(documentMediaTypes),
    fileName: z.string(),
    uploadedAt: instant,
    userId: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    reference: z.string(),
    dateOfBirth: displayDate.nullable(),
    /** The day it is valid until, unless staff choose another. */
    holdsUntil: displayDate,
  })
  .meta({ id: 'DocumentToReview' })
export type DocumentToReview = z.output<typeof documentToReview>

export const documents = {
  waiting: endpoint({
    method: 'GET',
    path: '/foh/documents',
    summary: 'Documents that wait for staff to look at them, the oldest first; 100 at most.',
    allow: 'staff',
    needs: 'customers.view',
    returns: z.array(documentToReview),
    reads: ['documents'],
  }),
  review: endpoint({
    method: 'POST',
    path: '/foh/documents/{documentId}/review',
    summary: 'Accept a document, until a day, or refuse it with a reason that its owner reads.',
    allow: 'staff',
    needs: 'customers.change',
    params: z.object({ documentId: id }),
    body: z.object({
      accepted: flag,
      /** Its last day; a year from now when left out. */
      expiresOn: optional(day()),
      message: optional(z.string().max(300)),
    }),
    returns: customerDocument,
    errors: { already_reviewed: 409 },
    idempotent: true,
    changes: ['account', 'documents', 'session'],
  }),
  mine: endpoint({
    method: 'GET',
    path: '/my-account/documents',
    summary: 'Proofs the customer gave or has to give.',
    allow: 'customer',
    returns: z.array(customerDocument),
    reads: ['account'],
  }),
  add: endpoint({
    method: 'POST',
    path: '/my-account/documents',
    summary:
      'Upload a document, or a photo with the type `profile_photo`. The file type is detected from its content.',
    allow: 'customer',
    body: z.object({
      documentType: text(60),
      fileName: text(200),
      mediaType: z.enum(documentMediaTypes, 'Upload a JPEG or PNG picture, or a PDF.'),
      contentBase64: z.string().min(1, 'Choose a file.'),
    }),
    returns: customerDocument,
    idempotent: true,
    // The file is written outside of any transaction.
    inTransaction: false,
    // Base64 makes a third more of it.
    largestBody: 7 * 1024 * 1024,
    limit: { attempts: 40, seconds: 3600 },
    changes: ['account', 'session'],
  }),
}
