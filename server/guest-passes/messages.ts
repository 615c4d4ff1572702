import type { NoticeKind } from '#server/notices/rules.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import type { PassRow } from './rules.ts'

/** The recipient may never have heard of us, so the mail names who sends it and where to go. */
export const guestPassSent: NoticeKind<{
  guestPassId: number
  firstName: string
  code: string
  name: string
  visitOn: string
  venueSlug: string
  venueName: string
  senderName: string
}> = {
  kind: 'guest_pass',
  about: ({ guestPassId }) => `guest-pass:${guestPassId}`,
  write: ({ firstName, name, code, visitOn, venueSlug, venueName, senderName }, { messages, sites }) => ({
    subject: messages.guestPasses.subject({ senderName, venueName }),
    heading: messages.guestPasses.heading,
    blocks: [
      {
        type: 'text',
        text: messages.guestPasses.text({
          firstName,
          senderName,
          name,
          venueName,
          day: messages.format.longDate(visitOn),
        }),
      },
      {
        type: 'list',
        items: [{ title: messages.guestPasses.code({ code }), lines: [messages.guestPasses.showCode] }],
        isSecret: true,
      },
      { type: 'link', label: messages.guestPasses.seeVenue, href: `${sites.bookings}/location/${venueSlug}` },
    ],
  }),
}

/** The pass was sent to the reader before. */
export const guestPassWithdrawn: NoticeKind<{
  guestPassId: number
  firstName: string
  name: string
  visitOn: string
  venueSlug: string
  venueName: string
  senderName: string
}> = {
  kind: 'guest_pass_withdrawn',
  about: ({ guestPassId }) => `guest-pass:${guestPassId}`,
  write: ({ firstName, name, visitOn, venueSlug, venueName, senderName }, { messages, sites }) => ({
    subject: messages.guestPasses.withdrawnSubject({ senderName, venueName }),
    heading: messages.guestPasses.withdrawnHeading,
    blocks: [
      {
        type: 'text',
        text: messages.guestPasses.withdrawnText({
          firstName,
          senderName,
          name,
          venueName,
          day: messages.format.longDate(visitOn),
        }),
      },
      { type: 'link', label: messages.guestPasses.seeVenue, href: `${sites.bookings}/location/${venueSlug}` },
    ],
  }),
}

/** Writes to the guest of a pass that it is no longer valid. */
export const notifyGuest = async (
  tx: Tx,
  { operator }: Actor,
  { id: guestPassId, guestEmail: to, guestFirstName, name, visitOn, venueSlug, venueName }: PassRow,
  senderName: string,
  now: Date,
): Promise<void> => {
  if (to === null || visitOn === null) return
  const facts = {
    guestPassId,
    firstName: guestFirstName ?? '',
    name,
    visitOn,
    venueSlug: venueSlug ?? '',
    venueName: venueName ?? '',
    senderName,
  }
  await sendNotice(tx, guestPassWithdrawn, { operatorId: operator.id, to }, facts, now)
}
