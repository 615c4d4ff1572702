import { useState } from 'react'
import type { Register } from '#contract/attendance.ts'
import * as messages from '#messages/desk/sessionChanges.ts'
import { Button } from '#web/ui/Button.tsx'
import { CallOffSession } from './CallOffSession.tsx'
import { CoverSession } from './CoverSession.tsx'
import { ResizeSession } from './ResizeSession.tsx'
import styles from './SessionActs.module.css'

const dialogs = { callOff: CallOffSession, cover: CoverSession, resize: ResizeSession } as const

/** What a supervisor does with a session to come, besides changing its name, time and place. */
export const SessionActs = ({ register }: { register: Register }) => {
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null)
  const isCourt = register.session.kind === 'courts'
  const Dialog = open === null ? null : dialogs[open]
  return (
    <div className={styles['acts']}>
      {(['cover', 'resize', 'callOff'] as const)
        .filter((act) => act !== 'resize' || !isCourt)
        .map((act) => (
          <Button
            key={act}
            variant="secondary"
            size="lg"
            onClick={() => {
              setOpen(act)
            }}
          >
            {messages[act]}
          </Button>
        ))}
      {Dialog === null ? null : (
        <Dialog
          register={register}
          onClose={() => {
            setOpen(null)
          }}
        />
      )}
    </div>
  )
}
