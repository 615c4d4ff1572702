import { useState } from 'react'
import type { Register } from '#contract/attendance.ts'
import * as messages from '#messages/desk/sessionChanges.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useDeferredRead } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, SelectField, TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import styles from './SessionActs.module.css'

/** The dialog that has another instructor take a session. Who is busy then says so, and can be chosen all the same. */
export const CoverSession = ({ register, onClose }: { register: Register; onClose: () => void }) => {
  const toasts = useToasts()
  const { session, reach, waitlist, instructors } = register
  const sessionId = session.id
  const { data: candidates = [], error } = useDeferredRead(api.attendance.coverOptions, { sessionId })
  const [chosenId, setChosenId] = useState('')
  const chosen = candidates.find(({ id }) => String(id) === chosenId)
  const cover = useCall(api.attendance.cover, {
    onSuccess: () => {
      toasts.show({
        content: messages.covered({ name: chosen?.name ?? '' }),
        colour: 'success',
        closeAfter: 5000,
      })
      onClose()
    },
  })
  const form = useForm(cover, ({ text, isChecked }) => {
    cover.send({
      sessionId,
      instructorIds: chosen === undefined ? [] : [chosen.id],
      message: text('message'),
      acceptClash: isChecked('acceptClash'),
    })
  })
  return (
    <Modal
      title={messages.coverTitle({ name: session.name })}
      onClose={onClose}
      closeLabel={messages.leaveAsItIs}
    >
      <form {...form} className={styles['form']}>
        <FormError error={cover.error ?? error} />
        <p>{messages.nowTakenBy({ names: instructors.map(({ name }) => name) })}</p>
        <SelectField
          label={messages.instructor}
          name="instructor"
          value={chosenId}
          onChange={(event) => {
            setChosenId(event.currentTarget.value)
          }}
          errors={cover.validationMessages['instructor_ids']}
        >
          <option value="">{messages.chooseInstructor}</option>
          {candidates
            .filter(({ id }) => !instructors.some((one) => one.id === id))
            .map(({ id, name, busyWith }) => (
              <option key={id} value={id}>
                {messages.withOther({ name, busyWith })}
              </option>
            ))}
        </SelectField>
        {chosen === undefined || chosen.busyWith === null ? null : (
          <CheckField name="acceptClash">
            {messages.acceptClash({ name: chosen.name, busyWith: chosen.busyWith })}
          </CheckField>
        )}
        <TextField
          label={messages.message}
          hint={messages.coverHint}
          name="message"
          autoComplete="off"
          optional
          errors={cover.validationMessages['message']}
        />
        <div className={styles['buttons']}>
          <Button variant="secondary" size="lg" onClick={onClose}>
            {messages.leaveAsItIs}
          </Button>
          <Button type="submit" size="lg" busy={cover.requesting}>
            {messages.coverNow({
              name: chosen?.name ?? null,
              write: reach.emailed + waitlist.length,
              ring: reach.toRing,
            })}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
