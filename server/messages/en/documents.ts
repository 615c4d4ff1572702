import { plural } from './format.ts'

export const typeNotNeeded = "We don't need a document of this type."
export const uploadIncomplete = "The upload didn't finish. Try again."
export const fileTooLarge = 'Choose a file of 5 MB or less.'
export const pictureRequired = 'Upload a JPEG or PNG picture.'
export const pictureOrPdfRequired = 'Upload a JPEG or PNG picture, or a PDF.'
export const alreadyReviewed = 'Someone else has already reviewed this document.'
export const alreadyExpired = 'This document has expired. Choose a later date or refuse it.'
export const reasonRequired = 'Give a reason, so the customer knows what to upload instead.'

// Mail. `document` is its name within a sentence.
export const expiring = ({ document, days }: { document: string; days: number }) => {
  if (days === 0) return `Your ${document} expires today`
  return plural(days, {
    one: `Your ${document} expires tomorrow`,
    other: `Your ${document} expires in ${days} days`,
  })
}
export const expiringText = ({ firstName }: { firstName: string }) =>
  `Hello ${firstName}, upload a new one to keep your discount.`
export const upload = 'Upload a new one'
