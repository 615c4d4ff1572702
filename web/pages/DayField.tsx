import { isDay } from '#contract/time.ts'
import * as messages from '#messages/desk/attendance.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { TextField } from '#web/ui/Field.tsx'

/** The day of a page, in which staff jump to any other. */
export const DayField = ({ day, linkTo }: { day: string; linkTo: (day: string) => string }) => {
  const navigate = useNavigate()
  return (
    <TextField
      // The address decides, also after going back.
      key={day}
      label={messages.goToDay}
      name="day"
      type="date"
      defaultValue={day}
      onChange={(event) => {
        const chosen = event.currentTarget.value
        if (isDay(chosen) && chosen !== day) void navigate(linkTo(chosen))
      }}
    />
  )
}
