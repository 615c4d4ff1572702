import { useId, useRef, useState, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './CopyField.module.css'

/** A text to copy, such as an address or a key, with its button. `children` are further actions beside it. */
export const CopyField = ({
  label,
  value,
  copyLabel,
  copied,
  selected,
  children,
}: {
  label: string
  value: string
  copyLabel: string
  /** Said when it is in the clipboard. */
  copied: string
  /** Said when the clipboard is closed to the page or needs HTTPS; the text is selected to copy by hand. */
  selected: string
  children?: ReactNode
}) => {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [status, setStatus] = useState('')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value)
      setStatus(copied)
    } catch {
      field.current?.select()
      setStatus(selected)
    }
  }
  return (
    <>
      <div className={styles['field']}>
        <label htmlFor={id} className="visually-hidden">
          {label}
        </label>
        <input
          ref={field}
          id={id}
          readOnly
          value={value}
          onFocus={(event) => {
            event.currentTarget.select()
          }}
        />
        <Button onClick={() => void copy()}>{copyLabel}</Button>
        {children}
      </div>
      <p role="status" className={styles['status']}>
        {status}
      </p>
    </>
  )
}
