import { findAddresses } from '#server/linked-people/list.ts'
import type { NoticeKind } from '#server/notices/rules.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import type { DeskPassRow, PassRow } from './rules.ts'
import { isUsed } from './sql.ts'

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
          day: messages.format.fullDay(visitOn),
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
          day: messages.format.fullDay(visitOn),
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

/** A member's guest has come. Nothing is said where the desk has undone it. */
export const guestPassUsed: NoticeKind<{
  guestPassId: number
  firstName: string
  guestFirstName: string
  guestLastName: string
  name: string
  venueName: string
  usedOn: string
  usedAt: string
}> = {
  kind: 'guest_pass_used',
  about: ({ guestPassId, usedAt }) => `guest-pass:${guestPassId} ${usedAt}`,
  isOutdated: async ({ guestPassId }, { tx }) => !(await isUsed(tx, guestPassId)),
  write: ({ firstName, guestFirstName, guestLastName, name, venueName, usedOn }, { messages, sites }) => {
    const guest = `${guestFirstName} ${guestLastName}`.trim()
    return {
      subject: messages.guestPasses.usedSubject({ guest, venueName }),
      heading: messages.guestPasses.usedHeading,
      blocks: [
        {
          type: 'text',
          text: messages.guestPasses.usedText({
            firstName,
            guest,
            name,
            venueName,
            day: messages.format.fullDay(usedOn),
          }),
        },
        { type: 'link', label: messages.guestPasses.seePasses, href: `${sites.account}/guest-passes` },
      ],
    }
  },
}

/** Writes to the member that their guest was admitted. */
export const notifyMember = async (
  tx: Tx,
  { operator }: Actor,
  pass: DeskPassRow,
  { usedOn, usedAt }: { usedOn: string; usedAt: Date },
): Promise<void> => {
  const [address] = await findAddresses(tx, [pass.memberId])
  if (address === undefined) return
  const { id: guestPassId, guestFirstName, guestLastName, name, venueName } = pass
  const facts = {
    guestPassId,
    firstName: pass.memberFirstName,
    guestFirstName: guestFirstName ?? '',
    guestLastName: guestLastName ?? '',
    name,
    venueName: venueName ?? '',
    usedOn,
    usedAt: usedAt.toISOString(),
  }
  await sendNotice(tx, guestPassUsed, { operatorId: operator.id, to: address.email }, facts, usedAt)
}
