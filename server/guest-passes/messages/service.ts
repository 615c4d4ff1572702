import { dayInWords } from '#contract/time.ts'
import type { MessageKind } from '#server/notices/rules.ts'

/** To a guest, who may never have heard of us. */
export const guestPassSent: MessageKind<{
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
    subject: `You are invited: ${name}`,
    heading: 'You are invited',
    blocks: [
      {
        type: 'text',
        text: `Hello ${firstName}, somebody has sent you a pass: ${name}, on ${dayInWords(visitOn)}.`,
      },
      { type: 'list', items: [{ title: `Code ${code}`, lines: ['Show it at the desk when you come.'] }] },
      { type: 'link', label: 'See the venue', href: `${sites.bookings}/location/${venueSlug}` },
    ],
  }),
}
