import { plural } from '#messages/format.ts'
import { inSentence } from '#messages/rareFormat.ts'

export const status = {
  required: 'Needed',
  in_review: 'In review',
  accepted: 'Accepted',
  refused: 'Not accepted',
  expired: 'Expired',
} as const

export const requiredHelp = 'You need this for your membership. A clear photo from your phone is fine.'
export const validUntil = ({ date }: { date: string }): string => `Valid until ${date}.`
export const wasValidUntil = ({ date }: { date: string }): string => `Was valid until ${date}.`
export const expiresIn = ({ days }: { days: number }): string => {
  if (days === 0) return 'It expires today.'
  return days === 1
    ? 'It expires tomorrow.'
    : plural(days, { one: `It expires in ${days} day.`, other: `It expires in ${days} days.` })
}

export const upload = ({ document }: { document: string }): string => `Upload your ${inSentence(document)}`
export const uploadNew = ({ document }: { document: string }): string => `Upload new ${inSentence(document)}`
export const uploading = 'Uploading…'
export const uploaded = ({ document }: { document: string }): string =>
  `Thank you. We'll review your ${inSentence(document)}.`
export const viewUpload = 'View upload'
export const inNewTab = ({ document }: { document: string }): string => `: ${document} (opens in a new tab)`

// What can be wrong with a file
export const wrongType = 'Choose a JPEG, PNG or PDF file.'
export const tooLarge = ({ megabytes }: { megabytes: number }): string =>
  `This file is too big. Choose one under ${megabytes} MB.`
export const unreadable = "We couldn't read this file. Choose it again or try another."
