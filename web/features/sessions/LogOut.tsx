import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'

/** Ends the session; basket and payments go with it (F04), which the server sees to and the reads then show. */
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
      Log out
    </button>
  )
}
