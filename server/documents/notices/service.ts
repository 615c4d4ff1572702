import type { NoticeKind } from '#server/notices/rules.ts'

/** `days` until the last day of the document; 0 is today. */
export const documentExpiring: NoticeKind<{
  documentId: number
  firstName: string
  name: string
  days: number
}> = {
  kind: 'document_expiring',
  about: ({ documentId }) => `document:${documentId}`,
  write: ({ firstName, name, days }, { sites }) => {
    const document = `${name.charAt(0).toLowerCase()}${name.slice(1)}`
    const subject = `Your ${document} expires ${days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`}`
    return {
      subject,
      heading: subject,
      blocks: [
        {
          type: 'text',
          text: `Hello ${firstName}, upload a new one to keep your discount.`,
        },
        { type: 'link', label: 'Upload a new one', href: `${sites.account}/documents` },
      ],
    }
  },
}
