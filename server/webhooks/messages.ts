import type { NoticeKind } from '#server/notices/rules.ts'

type WebhookFacts = {
  webhookId: number
  at: string
  firstName: string
  address: string
  because: 'gone' | 'failing'
}

/** A webhook was switched off because its program cannot be told any more. */
export const webhookOff: NoticeKind<WebhookFacts> = {
  kind: 'webhook_off',
  about: ({ webhookId, at }) => `webhook:${webhookId} ${at}`,
  write: ({ firstName, address, because }, { messages, sites }) => {
    const words = messages.webhooks
    const { host } = new URL(address)
    return {
      subject: words.offSubject({ host }),
      heading: words.offSubject({ host }),
      blocks: [
        { type: 'text', text: words.offReasons[because]({ firstName, host }) },
        { type: 'text', text: words.offNext },
        { type: 'link', label: words.offLink, href: `${sites.desk}/office/settings/connections` },
      ],
    }
  },
}
