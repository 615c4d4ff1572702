import type { ReactNode } from 'react'
import type { Joining } from '#contract/memberships.ts'
import * as messages from '#messages/shared/memberships.ts'
import { Notice } from '#web/ui/Notice.tsx'

/** A membership that was chosen but not paid for. `children` say how to finish. */
export const UnfinishedJoining = ({ joining, children }: { joining: Joining; children: ReactNode }) => {
  const { plan, dueToday } = joining
  return (
    <Notice colour="info" title={messages.unfinished({ plan: plan.name, venue: plan.venueName })}>
      <p>
        {dueToday.raw === 0 ? messages.nothingDueToday : messages.dueToday({ amount: dueToday.formatted })}{' '}
        {children}
      </p>
    </Notice>
  )
}
