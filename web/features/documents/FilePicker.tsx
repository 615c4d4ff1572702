import { useId, useRef } from 'react'
import * as messages from '#messages/shared/documents.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './FilePicker.module.css'

/** A button that opens the browser's file picker. The hidden input carries the label for assistive technology. */
export const FilePicker = ({
  label,
  accept,
  busy,
  problem,
  onChosen,
}: {
  label: string
  accept: string
  busy: boolean
  /** A sentence saying why the file was not accepted; empty if there is none. */
  problem: string
  onChosen: (file: File) => void
}) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={styles['choose']}>
      <input
        ref={input}
        id={id}
        className="visually-hidden"
        type="file"
        accept={accept}
        tabIndex={-1}
        aria-label={label}
        aria-describedby={problem === '' ? undefined : `${id}-problem`}
        onChange={() => {
          const file = input.current?.files?.[0]
          if (file !== undefined) onChosen(file)
          if (input.current !== null) input.current.value = ''
        }}
      />
      <Button
        variant="secondary"
        busy={busy}
        onClick={() => {
          input.current?.click()
        }}
      >
        {busy ? messages.uploading : label}
      </Button>
      {problem === '' ? null : (
        <p className={styles['problem']} id={`${id}-problem`} role="alert">
          <Icon name="alert" size={16} />
          {problem}
        </p>
      )}
    </div>
  )
}
