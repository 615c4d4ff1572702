import type { NoticeContent, NoticeContext, NoticeKind } from '#server/notices/rules.ts'

type ExpiringCard = {
  customerId: number
  cardId: number
  firstName: string
  brand: string
  lastFour: string
  /** The last day it can be charged. */
  lastDay: string
}

const about = ({ customerId, cardId }: ExpiringCard): string => `customer:${customerId} card:${cardId}`

const write = (card: ExpiringCard, text: string, { messages, sites }: NoticeContext): NoticeContent => {
  const { brand, lastFour, lastDay } = card
  const day = messages.format.fullDay(lastDay)
  return {
    subject: messages.payments.cardExpiringSubject({ brand, lastFour, day }),
    heading: messages.payments.cardExpiringHeading,
    blocks: [
      { type: 'text', text },
      { type: 'link', label: messages.payments.seeCards, href: `${sites.account}/payments` },
    ],
  }
}

/** A saved card ends that is used for nothing but its owner's next order. */
export const cardExpiring: NoticeKind<ExpiringCard> = {
  kind: 'card_expiring',
  about,
  write: (card, context) =>
    write(card, context.messages.payments.cardExpiringText(wordsOf(card, context)), context),
}

/** A card ends that memberships are collected from: without another the next payment fails. */
export const membershipCardExpiring: NoticeKind<ExpiringCard & { plans: readonly string[] }> = {
  kind: 'membership_card_expiring',
  about,
  write: (card, context) => {
    const { messages, sites } = context
    const text = messages.payments.membershipCardExpiringText({
      ...wordsOf(card, context),
      plans: card.plans,
    })
    const { subject, heading } = write(card, text, context)
    return {
      subject,
      heading,
      blocks: [
        { type: 'text', text },
        { type: 'link', label: messages.payments.changeCard, href: `${sites.account}/memberships` },
      ],
    }
  },
}

const wordsOf = ({ firstName, brand, lastFour, lastDay }: ExpiringCard, { messages }: NoticeContext) => ({
  firstName,
  brand,
  lastFour,
  day: messages.format.fullDay(lastDay),
})
