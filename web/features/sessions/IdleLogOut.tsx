import { useEffect, useRef } from 'react'
import { api } from '#web/platform/api.ts'
import { whenAllTabsIdle } from '#web/platform/idleTabs.ts'
import { useCall } from '#web/platform/queries.ts'

/** Logs staff out after `afterMs` without activity in any tab, because the screen shows customers' data. */
export const IdleLogOut = ({ afterMs, onDone }: { afterMs: number; onDone: () => void }) => {
  const { send } = useCall(api.sessions.logout, { onSuccess: onDone })
  const logOut = useRef(send)
  useEffect(() => {
    logOut.current = send
  })
  useEffect(
    () =>
      whenAllTabsIdle(afterMs, () => {
        logOut.current()
      }),
    [afterMs],
  )
  return null
}
