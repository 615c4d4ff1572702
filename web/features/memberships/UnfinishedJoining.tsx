import type { ReactNode } from 'react'
import type { Joining } from '#contract/memberships.ts'
import { Notice } from '#web/ui/Notice.tsx'

/** Somebody has begun to join and not paid: what it was, and the way back to it. */
export const UnfinishedJoining = ({ joining, children }: { joining: Joining; children: ReactNode }) => {
  const { plan, dueToday } = joining
  return (
    <Notice colour="info" title={`Joining ${plan.name} at ${plan.venueName} is not finished.`}>
      <p>
        {dueToday.raw === 0 ? 'Nothing is to pay today.' : `${dueToday.formatted} is to pay today.`}{' '}
        {children}
      </p>
    </Notice>
  )
}
