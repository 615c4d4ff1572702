import { useState } from 'react'
import { api, ApiError, newKey } from '#web/platform/api.ts'
import { callOnce } from '#web/platform/queries.ts'
import { useVisit, type Visit } from '#web/platform/visit.tsx'

/** The exact texts of specification §8. Their toasts stay for ten seconds (§9); the page goes on saying them. */
const told = {
  joined: 'Successfully joined the waitlist.',
  left: 'Successfully removed from the waitlist.',
  failed: 'Something went wrong, please try again.',
} as const

const closeAfter = 10000

/** What is waited for: by its id of either form, and by the entry once there is one. */
export type Waited = { id: number | string; waitlistId?: number | null }

export type WaitlistCall = {
  /** Puts somebody on a waitlist. `rowKey` names the row or button it was done from. */
  join: (waited: Waited, userId: number, isSelf: boolean, rowKey: string) => Promise<boolean>
  /** Takes somebody off: out of the queue, or away from a place that is kept for them. */
  leave: (waited: Waited, userId: number, rowKey: string) => Promise<boolean>
  isBusy: (rowKey: string) => boolean
  failureOf: (rowKey: string) => string | undefined
}

/** Joining and leaving waitlists, from whatever page. */
export const useWaitlists = (): WaitlistCall => {
  const visit = useVisit()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())

  const run = async (rowKey: string, success: string, call: () => Promise<unknown>): Promise<boolean> => {
    if (busy.has(rowKey)) return false
    setBusy((before) => new Set([...before, rowKey]))
    setFailures((before) => new Map([...before].filter(([of]) => of !== rowKey)))
    try {
      await call()
      visit.toasts.show({ content: success, colour: 'success', closeAfter })
      return true
    } catch (error) {
      visit.toasts.show({ content: told.failed, colour: 'danger', closeAfter, inline: false })
      setFailures((before) => new Map([...before, [rowKey, failureInWords(error)]]))
      return false
    } finally {
      setBusy((before) => new Set([...before].filter((of) => of !== rowKey)))
    }
  }

  return {
    join: (waited, userId, isSelf, rowKey) =>
      run(rowKey, told.joined, () => joinCall(visit, waited, userId, isSelf)),
    leave: (waited, userId, rowKey) => run(rowKey, told.left, () => leaveCall(visit, waited, userId)),
    isBusy: (rowKey) => busy.has(rowKey),
    failureOf: (rowKey) => failures.get(rowKey),
  }
}

/** The fixed words, and the server's reason where it gave one. */
const failureInWords = (error: unknown): string =>
  error instanceof ApiError && error.told !== undefined ? `${told.failed} ${error.told}` : told.failed

/** Digits are of the first world of ids, with endpoints of its own (F09). */
export const isNumeric = (id: number | string): boolean => /^\d+$/.test(String(id))

/** The numeric endpoint knows nobody but the caller; for a linked person the other takes either form. */
export const joinCall = (
  visit: Pick<Visit, 'queries' | 'client'>,
  { id }: Waited,
  userId: number,
  isSelf: boolean,
): Promise<unknown> =>
  isNumeric(id) && isSelf
    ? callOnce(visit, api.waitlists.joinNumeric, { item: { id, type: 'activity' } }, newKey())
    : callOnce(visit, api.waitlists.join, { id, data: { userId } }, newKey())

export const leaveCall = (
  visit: Pick<Visit, 'queries' | 'client'>,
  { id, waitlistId }: Waited,
  userId: number,
): Promise<unknown> =>
  isNumeric(id) && waitlistId != null
    ? callOnce(visit, api.waitlists.leaveNumeric, { waitlistId }, newKey())
    : callOnce(visit, api.waitlists.leave, { occurrenceId: id, userId }, newKey())
