import type { CardChange } from '#contract/payments.ts'
import { bankReturnPage } from '#server/checkout/bankReturn.ts'
import * as messages from '#server/messages/en/payments.ts'

export type ReturnedChange = { uuid: string; status: CardChange['status']; site: string }

const headings: Readonly<Record<CardChange['status'], string>> = {
  saved: messages.cardApproved,
  challenge: messages.cardPending,
  pending: messages.cardPending,
  declined: messages.cardDeclined,
  ended: messages.cardDeclined,
}

/** The page after the bank's redirect, for a change of card. */
export const changeReturnPage = (returned: ReturnedChange, pages: readonly string[]): Response =>
  bankReturnPage(
    {
      ...returned,
      heading: headings[returned.status],
      text: returned.status === 'saved' ? messages.cardChanged : messages.cardNotChanged,
      on: { path: '/memberships', label: messages.backToMemberships },
    },
    pages,
  )
