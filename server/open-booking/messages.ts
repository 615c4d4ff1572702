import { localDay, time } from '#contract/time.ts'
import type { Messages } from '#server/messages/languages.ts'
import type { NoticeKind } from '#server/notices/rules.ts'

/** Nothing of the customer: a proposal is erased when it ends, and a message is not. */
type Facts = {
  proposalId: number
  version: string
  partner: string
  heldUntil: string
  sessions: readonly { activity: string; venue: string; startsAt: string; timezone: string; places: number }[]
}

const wall = (messages: Messages, at: Date, timezone: string): string => {
  const day = messages.format.fullDay(localDay(at, timezone))
  return messages.openBooking.requestMail.at({ day, time: time(at, timezone).format24Hour })
}

/** Asks staff to answer a partner's request before its places are free again. */
export const bookingRequested: NoticeKind<Facts> = {
  kind: 'booking_requested',
  about: ({ proposalId, version }) => `booking-request:${proposalId} ${version}`,
  write: ({ partner, heldUntil, sessions }, { messages, sites, seller }) => {
    const timezone = sessions[0]?.timezone ?? seller.timezone
    return {
      subject: messages.openBooking.requestMail.subject({ partner }),
      heading: messages.openBooking.requestMail.heading,
      blocks: [
        { type: 'text', text: messages.openBooking.requestMail.asks({ partner }) },
        {
          type: 'list',
          items: sessions.map(({ activity, venue, startsAt, timezone: zone, places }) => ({
            title: activity,
            lines: [
              wall(messages, new Date(startsAt), zone),
              venue,
              messages.openBooking.requestMail.places({ count: places }),
            ],
          })),
        },
        {
          type: 'text',
          text: messages.openBooking.requestMail.until({
            until: wall(messages, new Date(heldUntil), timezone),
          }),
        },
        {
          type: 'link',
          label: messages.openBooking.requestMail.answer,
          href: `${sites.desk}/booking-requests`,
        },
      ],
    }
  },
}
