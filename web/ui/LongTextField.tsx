import { useId, type ComponentProps, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './LongTextField.module.css'

/** A field for a text of several lines, as those of Field.tsx: with the label above and errors below. */
export const LongTextField = ({
  label,
  hint,
  errors = [],
  ...textarea
}: {
  label: ReactNode
  hint?: ReactNode
  errors?: readonly string[] | undefined
} & ComponentProps<'textarea'>) => {
  const id = useId()
  const described = [hint === undefined ? '' : `${id}-hint`, errors.length === 0 ? '' : `${id}-errors`]
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      {hint === undefined ? null : (
        <p className={styles['hint']} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <textarea
        rows={6}
        {...textarea}
        id={id}
        aria-invalid={errors.length > 0 || undefined}
        aria-describedby={described.filter(Boolean).join(' ') || undefined}
      />
      {errors.length === 0 ? null : (
        <ul role="list" className={styles['errors']} id={`${id}-errors`}>
          {errors.map((error) => (
            <li key={error}>
              <Icon name="alert" size={16} />
              {error}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
