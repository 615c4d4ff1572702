import type { DeskPass } from '#contract/guest-passes.ts'
import * as messages from '#messages/desk/guestPasses.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { useFocusHandover } from '#web/ui/useFocusHandover.ts'
import { guestName, passValidity } from './deskPassText.ts'

/**
 * Admits the guest of a pass, or undoes it; nothing where the venue's desk can do neither. It stays one button, so that it
 * keeps the focus.
 */
export const AdmitButton = ({
  pass,
  venueSlug,
  size = 'md',
  onChanged,
  onRefused,
}: {
  pass: DeskPass
  venueSlug: string
  size?: 'md' | 'lg'
  onChanged?: (pass: DeskPass) => void
  /** Another desk or the member may have changed the pass. */
  onRefused: () => void
}) => {
  const toasts = useToasts()
  const settings = {
    ...(onChanged === undefined ? {} : { onSuccess: onChanged }),
    onFailure: (error: Parameters<typeof toasts.failure>[0]) => {
      toasts.failure(error)
      onRefused()
    },
  }
  const admit = useCall(api.guestPasses.admit, settings)
  const undo = useCall(api.guestPasses.undoAdmission, settings)
  const focusHandover = useFocusHandover(rowKey(pass))
  const canAdmit = pass.refusal === null
  if (!hasButton(pass)) return null
  const name = guestName(pass)
  return (
    <Button
      variant={canAdmit ? 'primary' : 'secondary'}
      size={size}
      ref={focusHandover}
      busy={admit.requesting || undo.requesting}
      aria-label={canAdmit ? messages.admitName({ name }) : messages.undoName({ name })}
      onClick={() => {
        ;(canAdmit ? admit : undo).send({ venue: venueSlug, id: pass.id })
      }}
    >
      {canAdmit ? messages.admit : messages.undo}
    </Button>
  )
}

/** Whether and where the pass admits its guest. It takes the focus of a button that is there no more. */
export const PassValidity = ({ pass }: { pass: DeskPass }) => {
  const focusHandover = useFocusHandover(rowKey(pass))
  const text = passValidity(pass)
  return hasButton(pass) ? (
    <p>{text}</p>
  ) : (
    <p ref={focusHandover} tabIndex={-1}>
      {text}
    </p>
  )
}

const rowKey = ({ id }: DeskPass): string => `guest pass ${id}`
const hasButton = ({ refusal, canUndo }: DeskPass): boolean => refusal === null || canUndo
