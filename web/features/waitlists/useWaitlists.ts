import { useState } from 'react'
import * as messages from '#messages/shared/waitlists.ts'
import { afterReads } from '#web/platform/afterReads.ts'
import { api, ApiError, newKey } from '#web/platform/api.ts'
import { callOnce } from '#web/platform/queries.ts'
import { causeOfRow } from '#web/platform/toasts.ts'
import { rememberCall } from '#web/platform/unfinishedCalls.ts'
import { usePageContext, type PageContext } from '#web/platform/pageContext.tsx'

/** Specification, section 9. */
const closeAfter = 10000

/** The occurrence or slot, by its id of either form, and the entry once there is one. */
export type WaitlistItem = { id: number | string; waitlistId?: number | null }

export type WaitlistActions = {
  /** `rowKey` names the row or button that was clicked. */
  join: (item: WaitlistItem, userId: number, isSelf: boolean, rowKey: string) => Promise<boolean>
  /** Leaves the queue, or declines the place that is offered. */
  leave: (item: WaitlistItem, userId: number, rowKey: string) => Promise<boolean>
  isBusy: (rowKey: string) => boolean
  failureOf: (rowKey: string) => string | undefined
}

export const useWaitlists = (): WaitlistActions => {
  const context = usePageContext()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())

  const run = async (rowKey: string, success: string, call: () => Promise<unknown>): Promise<boolean> => {
    if (busy.has(rowKey)) return false
    setBusy((before) => new Set([...before, rowKey]))
    // A new attempt takes away the message about the last one.
    context.toasts.closeCause(causeOfRow(rowKey))
    setFailures((before) => new Map([...before].filter(([other]) => other !== rowKey)))
    try {
      await call()
      context.toasts.show({ content: success, colour: 'success', closeAfter })
      // Until then the row offers what has just been done, and a second press would be refused.
      await afterReads(context.queries, api.waitlists.leave.changes ?? [])
      return true
    } catch (error) {
      context.toasts.show({
        content: messages.failed,
        colour: 'danger',
        closeAfter,
        cause: causeOfRow(rowKey),
      })
      setFailures((before) => new Map([...before, [rowKey, failureMessage(error)]]))
      return false
    } finally {
      setBusy((before) => new Set([...before].filter((other) => other !== rowKey)))
    }
  }

  return {
    join: (item, userId, isSelf, rowKey) =>
      run(rowKey, messages.joined, () => joinWaitlist(context, item, userId, isSelf)),
    leave: (item, userId, rowKey) => run(rowKey, messages.left, () => leaveWaitlist(context, item, userId)),
    isBusy: (rowKey) => busy.has(rowKey),
    failureOf: (rowKey) => failures.get(rowKey),
  }
}

const failureMessage = (error: unknown): string =>
  error instanceof ApiError && error.serverMessage !== undefined
    ? messages.failedBecause({ reason: error.serverMessage })
    : messages.failed

/** Numeric ids have endpoints of their own (F09). */
const isNumeric = (id: number | string): boolean => /^\d+$/.test(String(id))

/** The numeric endpoint takes only the caller; the other takes a linked person and ids of either form. */
export const joinWaitlist = (
  context: Pick<PageContext, 'queries' | 'client'>,
  { id }: WaitlistItem,
  userId: number,
  isSelf: boolean,
): Promise<unknown> =>
  isNumeric(id) && isSelf
    ? callOnce(context, api.waitlists.joinNumeric, { item: { id, type: 'activity' } }, newKey())
    : callOnce(context, api.waitlists.join, { id, data: { userId } }, newKey())

/** Joins a waitlist once the visitor has logged in, for the person they log in as. */
export const joinAfterLogin = (id: number | string): void => {
  rememberCall({ key: newKey(), call: api.waitlists.join, args: { id }, customerId: null, needsLogin: true })
}

export const leaveWaitlist = (
  context: Pick<PageContext, 'queries' | 'client'>,
  { id, waitlistId }: WaitlistItem,
  userId: number,
): Promise<unknown> =>
  isNumeric(id) && waitlistId != null
    ? callOnce(context, api.waitlists.leaveNumeric, { waitlistId }, newKey())
    : callOnce(context, api.waitlists.leave, { occurrenceId: id, userId }, newKey())
