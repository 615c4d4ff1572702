import { plural } from './format.ts'

export const typeNotNeeded = "We don't need a document of this type."
export const uploadIncomplete = "The upload didn't finish. Try again."
export const fileTooLarge = 'Choose a file of 5 MB or less.'
export const pictureRequired = 'Upload a JPEG or PNG picture.'
export const pictureOrPdfRequired = 'Upload a JPEG or PNG picture, or a PDF.'
export const alreadyReviewed = 'Someone else has already reviewed this document.'
export const alreadyExpired = 'This document has expired. Choose a later date or refuse it.'
export const reasonRequired = 'Give a reason, so the customer knows what to upload instead.'

// Mail. `document` is its name within a sentence, `owner` the first name of a child, null for the recipient's own.
const whose = ({ document, owner }: { document: string; owner: string | null }) =>
  owner === null ? `Your ${document}` : `${owner}'s ${document}`

export const expiring = ({ days, ...which }: { document: string; owner: string | null; days: number }) => {
  if (days === 0) return `${whose(which)} expires today`
  return plural(days, {
    one: `${whose(which)} expires tomorrow`,
    other: `${whose(which)} expires in ${days} days`,
  })
}
export const expiringText = ({ firstName }: { firstName: string }) =>
  `Hello ${firstName}, upload a new one to keep your discount.`
export const expiringOfOther = ({ firstName }: { firstName: string }) =>
  `Bring a new one to reception, so that ${firstName} keeps the discount.`
export const accepted = (which: { document: string; owner: string | null }) => `${whose(which)} is accepted`
export const acceptedText = ({ until }: { until: string }) =>
  `The prices you see when you book include the discount until ${until}. We'll write to you before it ends.`
export const book = 'Book an activity'
export const refused = (which: { document: string; owner: string | null }) =>
  `${whose(which)} was not accepted`
export const refusedBecause = ({ reason }: { reason: string }) => `The reason: ${reason}`
export const refusedText = ({ firstName }: { firstName: string }) =>
  `Hello ${firstName}, please upload another one.`
export const refusedOfOther = ({ firstName }: { firstName: string }) =>
  `Please bring another one for ${firstName} to reception.`
export const upload = 'Upload a new one'
export const seeFamily = 'See your family'
