import type { Basket } from '#contract/baskets.ts'

/** Whether somebody who takes part must still agree to or answer something before the basket can be paid (E09). */
export const requiresAttendeeAnswers = ({
  attendeeWaiversRequired,
  items,
}: Pick<Basket, 'attendeeWaiversRequired' | 'items'>): boolean =>
  attendeeWaiversRequired || items.some(({ questionsRequired }) => questionsRequired > 0)

/** The same, or that there is something they may answer: it is offered on the way to the checkout, never in its way. */
export const hasAttendeeQuestions = (basket: Pick<Basket, 'attendeeWaiversRequired' | 'items'>): boolean =>
  requiresAttendeeAnswers(basket) || basket.items.some(({ questionsOptional }) => questionsOptional > 0)
