import type { Messages } from '#server/messages/languages.ts'
import type { Block, NoticeContext, NoticeKind } from '#server/notices/rules.ts'

type AboutDocument = {
  documentId: number
  /** Whose it is. */
  firstName: string
  name: string
  /** Whether it is another person's than the one who is written to: a child has no address and no log-in. */
  isOfOther?: boolean
}

/** `days` until the last day of the document; 0 is today. */
export const documentExpiring: NoticeKind<AboutDocument & { days: number }> = {
  kind: 'document_expiring',
  about: ({ documentId }) => `document:${documentId}`,
  write: ({ firstName, name, days, isOfOther = false }, { messages, sites }) => {
    const subject = messages.documents.expiring({
      document: messages.format.inSentence(name),
      owner: ownerOf(firstName, isOfOther),
      days,
    })
    return {
      subject,
      heading: subject,
      blocks: [
        {
          type: 'text',
          text: isOfOther
            ? messages.documents.expiringOfOther({ firstName })
            : messages.documents.expiringText({ firstName }),
        },
        documents(messages, isOfOther, sites),
      ],
    }
  },
}

/** Says that a document was not accepted; `reason` is what staff wrote, '' for nothing. */
export const documentRefused: NoticeKind<AboutDocument & { reason: string }> = {
  kind: 'document_refused',
  about: ({ documentId }) => `document:${documentId}`,
  write: ({ firstName, name, reason, isOfOther = false }, { messages, sites }) => {
    const document = messages.format.inSentence(name)
    const subject = messages.documents.refused({ document, owner: ownerOf(firstName, isOfOther) })
    return {
      subject,
      heading: subject,
      blocks: [
        ...(reason === ''
          ? []
          : [{ type: 'text', text: messages.documents.refusedBecause({ reason }) } as const]),
        {
          type: 'text',
          text: isOfOther
            ? messages.documents.refusedOfOther({ firstName })
            : messages.documents.refusedText({ firstName }),
        },
        documents(messages, isOfOther, sites),
      ],
    }
  },
}

/** `until` is the last day that the document holds, `2027-03-04`. */
export const documentAccepted: NoticeKind<AboutDocument & { until: string }> = {
  kind: 'document_accepted',
  about: ({ documentId }) => `document:${documentId}`,
  write: ({ firstName, name, until, isOfOther = false }, { messages, sites }) => {
    const document = messages.format.inSentence(name)
    const subject = messages.documents.accepted({ document, owner: ownerOf(firstName, isOfOther) })
    return {
      subject,
      heading: subject,
      blocks: [
        {
          type: 'text',
          text: messages.documents.acceptedText({ until: messages.format.fullDay(until) }),
        },
        { type: 'link', label: messages.documents.book, href: sites.bookings },
      ],
    }
  },
}

const ownerOf = (firstName: string, isOfOther: boolean): string | null => (isOfOther ? firstName : null)

/** People upload their own documents; those of others are given at reception. */
const documents = (messages: Messages, isOfOther: boolean, { account }: NoticeContext['sites']): Block =>
  isOfOther
    ? { type: 'link', label: messages.documents.seeFamily, href: `${account}/family` }
    : { type: 'link', label: messages.documents.upload, href: `${account}/documents` }
