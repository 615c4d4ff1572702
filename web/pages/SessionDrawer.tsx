import * as messages from '#messages/desk/board.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { useDeferredRead, useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import styles from './SessionDrawer.module.css'
import { SessionDetails } from './SessionDetails.tsx'

/** Other desks check people in, too. */
const refetchEveryMs = 20_000

/** A session of the board beside it. The page has read its register. */
export const SessionDrawer = ({
  sessionId,
  closeTo,
  onClose,
}: {
  sessionId: number
  closeTo: string
  onClose: () => void
}) => {
  const { data, refetch } = useRead(api.attendance.register, { sessionId })
  useDeferredRead(api.attendance.register, { sessionId }, { everyMs: refetchEveryMs })
  const now = useServerNow(30_000)
  const { id, name, startsAt, endsAt, ends, locationName, cancelled } = data.session
  return (
    <SidePanel
      title={name}
      above={`${messages.fromTo({ start: startsAt.format24Hour, end: endsAt.format24Hour })} · ${locationName}`}
      closeTo={closeTo}
      closeLabel={messages.closeSession}
      onClose={onClose}
      Link={Link}
      foot={
        <div className={styles['acts']}>
          {cancelled || Date.parse(ends) <= now ? null : (
            <Link
              className={buttonClass({ size: 'lg' })}
              to={deskLinks.sell(data.venueSlug, data.date.raw, id)}
            >
              {messages.sell}
            </Link>
          )}
          <Link className={buttonClass({ variant: 'secondary', size: 'lg' })} to={deskLinks.session(id)}>
            {messages.wholePage}
          </Link>
          <Link
            className={buttonClass({ variant: 'text', size: 'lg' })}
            to={`${deskLinks.daySheet(data.venueSlug, data.date.raw)}?sheet=registers&session=${id}`}
          >
            {messages.printRegister}
          </Link>
        </div>
      }
    >
      <SessionDetails register={data} onStale={refetch} />
    </SidePanel>
  )
}
