import * as messages from '#messages/shared/logOut.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'

/** Ends the session. The server clears the basket and payments with it (F04). */
export const LogOut = ({ className, onDone }: { className?: string | undefined; onDone?: () => void }) => {
  const toasts = useToasts()
  const logOut = useCall(api.sessions.logout, {
    onSuccess: () => onDone?.(),
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  return (
    <button
      type="button"
      className={className}
      aria-busy={logOut.requesting || undefined}
      onClick={() => {
        if (!logOut.requesting) logOut.send()
      }}
    >
      {messages.logOut}
    </button>
  )
}
