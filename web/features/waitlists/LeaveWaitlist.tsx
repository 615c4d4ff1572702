import { useState } from 'react'
import * as messages from '#messages/shared/waitlists.ts'
import { Button } from '#web/ui/Button.tsx'
import { useFocusHandover } from '#web/ui/useFocusHandover.ts'
import styles from './LeaveWaitlist.module.css'
import type { WaitlistActions, WaitlistItem } from './useWaitlists.ts'

type ButtonSettings = {
  rowKey: string
  label: string
  /** Read out instead of the label. */
  name: string
  className?: string | undefined
}

/** Leaves a waitlist, or declines the place offered from it. It asks first: the position in the queue is lost. */
export const LeaveWaitlist = ({
  waitlists,
  entry,
  userId,
  rowKey,
  label,
  name,
  className,
}: ButtonSettings & { waitlists: WaitlistActions; entry: WaitlistItem; userId: number }) => {
  const [isAsking, setAsking] = useState(false)
  const isBusy = waitlists.isBusy(rowKey)
  const focusHandover = useFocusHandover(rowKey)
  if (!isAsking)
    return (
      <Button
        ref={focusHandover}
        variant="secondary"
        className={className}
        busy={isBusy}
        aria-label={name}
        onClick={() => {
          setAsking(true)
        }}
      >
        {label}
      </Button>
    )
  return (
    <span className={styles['question']} role="group" aria-label={messages.leaveQuestion}>
      <span>{messages.leaveQuestion}</span>
      <Button
        ref={focusHandover}
        busy={isBusy}
        onClick={() => {
          void waitlists.leave(entry, userId, rowKey)
        }}
      >
        {messages.leaveNow}
      </Button>
      <Button
        ref={focusHandover}
        variant="text"
        onClick={() => {
          setAsking(false)
        }}
      >
        {messages.stay}
      </Button>
    </span>
  )
}
