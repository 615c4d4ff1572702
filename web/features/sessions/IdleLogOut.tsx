import { useEffect, useRef } from 'react'
import { api } from '#web/platform/api.ts'
import { whenIdle } from '#web/platform/idle.ts'
import { useCall } from '#web/platform/queries.ts'

/** Logs out whoever has left the desk: what lies open there is other people's. */
export const IdleLogOut = ({ afterMs, onDone }: { afterMs: number; onDone: () => void }) => {
  const { send } = useCall(api.sessions.logout, { onSuccess: onDone })
  const leave = useRef(send)
  useEffect(() => {
    leave.current = send
  })
  useEffect(
    () =>
      whenIdle(afterMs, () => {
        leave.current()
      }),
    [afterMs],
  )
  return null
}
