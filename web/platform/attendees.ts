import type { Basket } from '#contract/baskets.ts'

/** Whether somebody who takes part must still agree to or answer something before the basket can be paid (E09). */
export const asksOfAttendees = ({
  attendeeWaiversRequired,
  items,
}: Pick<Basket, 'attendeeWaiversRequired' | 'items'>): boolean =>
  attendeeWaiversRequired || items.some(({ questionsRequired }) => questionsRequired > 0)
