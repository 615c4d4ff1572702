import { useState } from 'react'
import type { Register } from '#contract/attendance.ts'
import * as messages from '#messages/desk/sessionChanges.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { countBlocked } from './blocks.ts'
import styles from './SessionActs.module.css'

/** The dialog that gives a session another number of places. */
export const ResizeSession = ({ register, onClose }: { register: Register; onClose: () => void }) => {
  const toasts = useToasts()
  const { session } = register
  const { name, capacity, booked, attended, absent, id: sessionId } = session
  const taken = booked + attended + absent + countBlocked(session)
  const [typed, setTyped] = useState(String(capacity))
  const places = Number(typed)
  const resize = useCall(api.attendance.resize, {
    onSuccess: ({ capacity: now }) => {
      toasts.show({ content: messages.resized({ capacity: now }), colour: 'success', closeAfter: 5000 })
      onClose()
    },
  })
  const form = useForm(resize, () => {
    resize.send({ sessionId, places })
  })
  return (
    <Modal title={messages.resizeTitle({ name })} onClose={onClose} closeLabel={messages.leaveAsItIs}>
      <form {...form} className={styles['form']}>
        <FormError error={resize.error} />
        <TextField
          label={messages.places}
          name="places"
          type="number"
          inputMode="numeric"
          min={0}
          max={10_000}
          required
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
          }}
          errors={resize.validationMessages['places']}
        />
        <div className={styles['effect']} role="status">
          <p>{messages.placesTaken({ count: taken })}</p>
          {places < taken ? <p>{messages.fewerThanTaken({ count: taken - places })}</p> : null}
          {places > capacity && register.waitlist.length > 0 ? <p>{messages.moreForWaitlist}</p> : null}
        </div>
        <div className={styles['buttons']}>
          <Button variant="secondary" size="lg" onClick={onClose}>
            {messages.leaveAsItIs}
          </Button>
          <Button type="submit" size="lg" busy={resize.requesting}>
            {messages.resizeNow({ count: Number.isInteger(places) ? places : 0 })}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
