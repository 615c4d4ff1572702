import { useState } from 'react'
import * as rangeMessages from '#messages/shared/waitlistRanges.ts'
import * as messages from '#messages/shared/waitlists.ts'
import { afterReads } from '#web/platform/afterReads.ts'
import { api, ApiError, newKey } from '#web/platform/api.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { callOnce } from '#web/platform/queries.ts'
import { causeOfRow } from '#web/platform/toasts.ts'

/** Specification, section 9. */
const closeAfter = 10000

const rangeCause = 'waitlist range'

export type RangeJoining = {
  venue: string
  activity: string
  date: string
  from: string
  to: string
  userId: number
}

/** Joins, leaves and declines waitlists for any place between two times. One call at a time. */
export const useWaitlistRanges = () => {
  const context = usePageContext()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  const run = async (success: string, call: () => Promise<unknown>): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    context.toasts.closeCause(causeOfRow(rangeCause))
    try {
      await call()
      context.toasts.show({ content: success, colour: 'success', closeAfter })
      // Until then the row offers what has just been done, and a second press would be refused.
      await afterReads(context.queries, api.waitlists.leaveRange.changes ?? [])
    } catch (error) {
      context.toasts.show({
        content: messages.failed,
        colour: 'danger',
        closeAfter,
        cause: causeOfRow(rangeCause),
      })
      setFailure(
        error instanceof ApiError && error.serverMessage !== undefined
          ? messages.failedBecause({ reason: error.serverMessage })
          : messages.failed,
      )
    } finally {
      setBusy(false)
    }
  }

  return {
    isBusy,
    failure,
    join: (range: RangeJoining) =>
      run(messages.joined, () => callOnce(context, api.waitlists.joinRange, range, newKey())),
    leave: (id: number) =>
      run(messages.left, () => callOnce(context, api.waitlists.leaveRange, { id }, newKey())),
    rejoin: (id: number) =>
      run(rangeMessages.rejoined, () => callOnce(context, api.waitlists.rejoinRange, { id }, newKey())),
    decline: (occurrenceId: number | string, userId: number) =>
      run(messages.left, () => callOnce(context, api.waitlists.leave, { occurrenceId, userId }, newKey())),
  }
}
