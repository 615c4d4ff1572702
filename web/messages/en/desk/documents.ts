export const documents = 'Documents'
export const documentsPage = 'Documents – Front desk'
export const toReview = ({ count }: { count: number }): string => `${count} to review`
export const noDocuments = 'No documents to review'
export const whatAppears =
  'Documents that customers upload, such as student cards, appear here for you to check.'

export const documentFrom = ({ document, name }: { document: string; name: string }): string =>
  `${document} from ${name}`
export const born = ({ date }: { date: string }): string => `born ${date}`
export const uploaded = ({ date }: { date: string }): string => `uploaded ${date}`
export const openFull = 'Open full size'
export const inNewTab = ({ document }: { document: string }): string => `: ${document} (opens in a new tab)`

export const accept = 'Accept'
export const acceptDocument = ({ document }: { document: string }): string => `Accept: ${document}`
export const accepted = ({ name }: { name: string }): string =>
  `Document accepted. ${name} can see this in their account.`
export const validUntil = 'Valid until'

export const reject = 'Reject'
export const rejectDocument = ({ document }: { document: string }): string => `Reject: ${document}`
export const rejected = ({ name }: { name: string }): string =>
  `Document rejected. ${name} can see why and upload a new one.`
export const reason = 'Reason'
export const reasonHint = ({ name }: { name: string }): string => `${name} will see this.`
export const commonReasons = [
  "We can't read the name.",
  'This document has expired.',
  "This isn't the document we asked for.",
] as const
export const confirmReject = 'Reject document'
export const back = 'Back'
