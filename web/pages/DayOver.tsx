import * as messages from '#messages/bookings/dayOver.ts'
import { Link } from '#web/platform/router.tsx'
import { Empty } from '#web/ui/Layout.tsx'
import { buttonClass } from '#web/ui/Button.tsx'

/** In place of a day's list, on a page that stayed open until the day was over. */
export const DayOver = ({ todayTo }: { todayTo: string }) => (
  <div role="status">
    <Empty title={messages.dayOver}>
      <Link className={buttonClass({ variant: 'secondary' })} to={todayTo}>
        {messages.seeToday}
      </Link>
    </Empty>
  </div>
)
