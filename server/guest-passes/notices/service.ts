import { dayInWords } from '#contract/time.ts'
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
    subject: `You're invited: ${name}`,
    heading: "You're invited",
    blocks: [
      {
        type: 'text',
        text: `Hello ${firstName}, someone has sent you a guest pass: ${name}, for ${dayInWords(visitOn)}.`,
      },
      { type: 'list', items: [{ title: `Code ${code}`, lines: ['Show this code at reception.'] }] },
      { type: 'link', label: 'See the venue', href: `${sites.bookings}/location/${venueSlug}` },
    ],
  }),
}
