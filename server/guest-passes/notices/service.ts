import { dayInWords } from '#contract/time.ts'
import * as messages from '#server/messages/en/guest-passes.ts'
import type { NoticeKind } from '#server/notices/rules.ts'

/** The recipient may never have heard of us. */
export const guestPassSent: NoticeKind<{
  guestPassId: number
  firstName: string
  code: string
  name: string
  visitOn: string
  venueSlug: string
}> = {
  kind: 'guest_pass',
  about: ({ guestPassId }) => `guest-pass:${guestPassId}`,
  write: ({ firstName, name, code, visitOn, venueSlug }, { sites }) => ({
    subject: messages.subject({ name }),
    heading: messages.heading,
    blocks: [
      {
        type: 'text',
        text: messages.text({ firstName, name, day: dayInWords(visitOn) }),
      },
      { type: 'list', items: [{ title: messages.code({ code }), lines: [messages.showCode] }] },
      { type: 'link', label: messages.seeVenue, href: `${sites.bookings}/location/${venueSlug}` },
    ],
  }),
}
