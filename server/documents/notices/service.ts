import * as messages from '#server/messages/en/documents.ts'
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
    const subject = messages.expiring({ document, days })
    return {
      subject,
      heading: subject,
      blocks: [
        {
          type: 'text',
          text: messages.expiringText({ firstName }),
        },
        { type: 'link', label: messages.upload, href: `${sites.account}/documents` },
      ],
    }
  },
}
