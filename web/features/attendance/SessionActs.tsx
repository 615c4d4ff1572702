import { useState } from 'react'
import type { Register } from '#contract/attendance.ts'
import * as messages from '#messages/desk/sessionChanges.ts'
import { Button } from '#web/ui/Button.tsx'
import { CallOffSession } from './CallOffSession.tsx'
import { CoverSession } from './CoverSession.tsx'
import { ResizeSession } from './ResizeSession.tsx'
import styles from './SessionActs.module.css'

const acts = [
  { label: messages.cover, Dialog: CoverSession },
  { label: messages.resize, Dialog: ResizeSession },
  { label: messages.callOff, Dialog: CallOffSession },
] as const

/** What a supervisor does with a session to come, besides changing its name, time and place. */
export const SessionActs = ({ register }: { register: Register }) => {
  const [open, setOpen] = useState<(typeof acts)[number] | null>(null)
  const isCourt = register.session.kind === 'courts'
  return (
    <div className={styles['acts']}>
      {acts
        .filter(({ Dialog }) => Dialog !== ResizeSession || !isCourt)
        .map((act) => (
          <Button
            key={act.label}
            variant="secondary"
            size="lg"
            onClick={() => {
              setOpen(act)
            }}
          >
            {act.label}
          </Button>
        ))}
      {open === null ? null : (
        <open.Dialog
          register={register}
          onClose={() => {
            setOpen(null)
          }}
        />
      )}
    </div>
  )
}
