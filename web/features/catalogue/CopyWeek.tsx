import { useState } from 'react'
import type { DraftWithEdits } from '#contract/drafts.ts'
import { mostEdits } from '#contract/draftTypes.ts'
import { daysAfter, isDay } from '#contract/time.ts'
import * as messages from '#messages/desk/timetableWeek.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { copyOfWeek } from './copyWeek.ts'
import type { Lists } from './choices.ts'
import { Ticks } from './FieldGroup.tsx'
import styles from './LineDialog.module.css'
import { mondayOf } from './weekGrid.ts'
import type { GridRow } from './weekGrid.ts'

/** Copies the week of some places to another, session by session, into the draft. */
export const CopyWeek = ({
  draft,
  lists,
  venue,
  monday,
  places,
  onClose,
  onCopied,
}: {
  draft: DraftWithEdits
  lists: Lists
  venue: string
  monday: string
  places: readonly GridRow[]
  onClose: () => void
  /** `to`: Monday of the week that it was copied to. */
  onCopied: (to: string) => void
}) => {
  const toasts = useToasts()
  const options = places.flatMap(({ slug, name }) => (slug === null ? [] : [{ value: slug, label: name }]))
  const [day, setDay] = useState(daysAfter(monday, 7))
  const [chosen, setChosen] = useState<readonly string[]>(options.map(({ value }) => value))
  const to = isDay(day) ? mondayOf(day) : null
  const edits = to === null ? [] : copyOfWeek(lists, draft.edits, { venue, from: monday, to, places: chosen })
  const left = mostEdits - draft.edits.length
  const call = useCall(api.drafts.addEdits, {
    onSuccess: () => {
      toasts.show({ content: messages.copied(edits.length), colour: 'success', closeAfter: 5000 })
      if (to !== null) onCopied(to)
    },
  })
  return (
    <Modal title={messages.copyWeek} onClose={onClose}>
      <form
        className={styles['form']}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (call.requesting || edits.length === 0 || edits.length > left) return
          call.send({ draftId: draft.id, edits })
        }}
      >
        <FormError error={call.error} />
        <TextField
          label={messages.copyTo}
          type="date"
          value={day}
          onChange={({ currentTarget }) => {
            setDay(currentTarget.value)
          }}
        />
        <Ticks
          label={messages.copyPlaces}
          errors={undefined}
          options={options}
          chosen={chosen}
          onChange={setChosen}
        />
        <p aria-live="polite">
          {to === null
            ? messages.copyWhen
            : edits.length > left
              ? messages.copyTooMany({ count: edits.length, left })
              : messages.copies({ count: edits.length, monday: to })}
        </p>
        <div className={styles['buttons']}>
          <Button
            type="submit"
            size="lg"
            busy={call.requesting}
            disabled={edits.length === 0 || edits.length > left}
          >
            {messages.copyNow(edits.length)}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
