import { Button } from '#web/ui/Button.tsx'
import type { WaitlistActions, WaitlistItem } from './useWaitlists.ts'

type ButtonSettings = {
  rowKey: string
  label: string
  /** Read out instead of the label. */
  name: string
  className?: string | undefined
}

/** Leaves a waitlist, or declines the place offered from it. */
export const LeaveWaitlist = ({
  waitlists,
  entry,
  userId,
  rowKey,
  label,
  name,
  className,
}: ButtonSettings & { waitlists: WaitlistActions; entry: WaitlistItem; userId: number }) => (
  <Button
    variant="secondary"
    className={className}
    busy={waitlists.isBusy(rowKey)}
    aria-label={name}
    onClick={() => {
      void waitlists.leave(entry, userId, rowKey)
    }}
  >
    {label}
  </Button>
)

type TimetableItem = { id?: number | string | undefined; actionToShow: { waitlistId: number | null } }

/** The button for items of a timetable; nothing for a visitor or an hour over several courts. */
export const leaveButtonOf =
  (waitlists: WaitlistActions, userId: number | undefined) =>
  ({ id, actionToShow: { waitlistId } }: TimetableItem, settings: ButtonSettings) =>
    id === undefined || userId === undefined ? null : (
      <LeaveWaitlist waitlists={waitlists} entry={{ id, waitlistId }} userId={userId} {...settings} />
    )
