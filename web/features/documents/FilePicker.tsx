import { useId, useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './FilePicker.module.css'

/** A button that asks for a file. The field itself is the browser's, and takes the keyboard and readers along. */
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
  /** What is wrong with the file, in words. */
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
        {busy ? 'Sending …' : label}
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
