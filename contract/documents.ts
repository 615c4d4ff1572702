import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { text } from './fields.ts'
import { customerDocument } from './sessions.ts'

export const documentMediaTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const

/** As much as a file may hold before it is encoded, in bytes (wire §4). */
export const largestDocument = 5 * 1024 * 1024

export const documents = {
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
    summary: 'Give a proof, or with the type `profile_photo` a photo. The file is told by its content.',
    allow: 'customer',
    body: z.object({
      documentType: text(60),
      fileName: text(200),
      mediaType: z.enum(documentMediaTypes, 'Send a JPEG or PNG picture, or a PDF.'),
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
