import * as messages from '#server/messages/en/open-booking.ts'
import { itemError } from '#server/open-booking/errors/present.ts'
import { requires } from '#server/open-booking/opportunities/rules.ts'
import type { Draft } from '#server/open-booking/opportunities/service.ts'
import { sellerAddress } from '#server/open-booking/sellers/present.ts'
import type { Seller } from '#server/open-booking/sellers/queries.ts'
import type { Tx } from '#server/platform/database.ts'
import { questionsOfActivities } from '#server/waivers/answers.ts'
import { attendeeDetailsRequired, checkForm, isCompleteAttendee, presentForm } from './rules.ts'

/**
 * What the operator wants to know about each item, and from C2 on what of it is missing or wrong.
 * @param isDue whether it has to be there
 */
export const requireDetails = async (
  tx: Tx,
  drafts: readonly Draft[],
  seller: Seller,
  isDue: boolean,
): Promise<Draft[]> => {
  const activityIds = drafts.flatMap(({ line }) => line?.bookable.activityId ?? [])
  const questions = await questionsOfActivities(tx, [...new Set(activityIds)])
  const feeds = sellerAddress(seller)
  return drafts.map((draft) => {
    const { line, offer, request } = draft
    if (line === null || offer === null) return draft
    const ofActivity = questions.filter(({ activityId }) => activityId === line.bookable.activityId)
    const needsAttendee = requires(offer, 'OpenBookingAttendeeDetails')
    const { answers, errors } = checkForm(ofActivity, request, feeds)
    const isAttendeeMissing = needsAttendee && !isCompleteAttendee(request.attendee)
    const missing = [
      ...(isAttendeeMissing
        ? [itemError('IncompleteAttendeeDetailsError', { description: messages.attendeeNeeds })]
        : []),
      ...errors.map(({ type, ...more }) => itemError(type, more)),
    ]
    return {
      ...draft,
      details: {
        ...(needsAttendee ? { attendeeDetailsRequired } : {}),
        ...(ofActivity.length === 0 ? {} : { orderItemIntakeForm: presentForm(ofActivity, feeds) }),
        ...(request.orderItemIntakeFormResponse === undefined ||
        request.orderItemIntakeFormResponse.length === 0
          ? {}
          : { orderItemIntakeFormResponse: request.orderItemIntakeFormResponse }),
      },
      answers,
      errors: isDue ? [...draft.errors, ...missing] : draft.errors,
    }
  })
}
