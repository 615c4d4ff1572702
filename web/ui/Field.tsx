import { useId, type ComponentProps, type InputHTMLAttributes, type ReactNode } from 'react'
import * as messages from '#messages/shared/ui.ts'
import { Icon } from './Icon.tsx'
import styles from './Field.module.css'

/**
 * Form fields with the label above and errors below.
 *
 *   <TextField label="E-mail address" name="email" type="email" autoComplete="email" required errors={errors.email} />
 *   <SelectField label="Home venue" name="homeVenueSlug">…options…</SelectField>
 *   <CheckField name="terms" required>I accept the terms</CheckField>
 *
 * Fields are uncontrolled (`name`, `defaultValue`, FormData): typing does not re-render.
 */
type Common = {
  label: ReactNode
  hint?: ReactNode
  errors?: readonly string[] | undefined
  optional?: boolean
}

const useParts = (hint: ReactNode, errors: readonly string[] | undefined) => {
  const id = useId()
  const wrong = errors !== undefined && errors.length > 0
  const described = [hint === undefined ? '' : `${id}-hint`, wrong ? `${id}-errors` : '']
    .filter(Boolean)
    .join(' ')
  return { id, aria: { 'aria-invalid': wrong || undefined, 'aria-describedby': described || undefined } }
}

const Around = ({
  id,
  label,
  hint,
  errors = [],
  optional,
  children,
}: Common & { id: string; children: ReactNode }) => (
  <div className={styles['field']}>
    <label className={styles['label']} htmlFor={id}>
      {label}
      {optional === true ? <span className={styles['optional']}>{messages.optional}</span> : null}
    </label>
    {hint === undefined ? null : (
      <p className={styles['hint']} id={`${id}-hint`}>
        {hint}
      </p>
    )}
    {children}
    <Errors id={id} errors={errors} />
  </div>
)

const Errors = ({ id, errors }: { id: string; errors: readonly string[] }) =>
  errors.length === 0 ? null : (
    <ul role="list" className={styles['errors']} id={`${id}-errors`}>
      {errors.map((error) => (
        <li key={error}>
          <Icon name="alert" size={16} />
          {error}
        </li>
      ))}
    </ul>
  )

export const TextField = ({
  label,
  hint,
  errors,
  optional = false,
  ...input
}: Common & InputHTMLAttributes<HTMLInputElement>) => {
  const { id, aria } = useParts(hint, errors)
  return (
    <Around {...{ id, label, hint, errors, optional }}>
      <input {...input} {...aria} id={id} className={styles['input']} />
    </Around>
  )
}

export const SelectField = ({
  label,
  hint,
  errors,
  optional = false,
  children,
  ...select
}: Common & ComponentProps<'select'>) => {
  const { id, aria } = useParts(hint, errors)
  return (
    <Around {...{ id, label, hint, errors, optional }}>
      <select {...select} {...aria} id={id} className={`${styles['input'] ?? ''} ${styles['select'] ?? ''}`}>
        {children}
      </select>
    </Around>
  )
}

export const CheckField = ({
  errors = [],
  children,
  ...input
}: {
  errors?: readonly string[] | undefined
  children: ReactNode
} & InputHTMLAttributes<HTMLInputElement>) => {
  const { id, aria } = useParts(undefined, errors)
  return (
    <div className={styles['field']}>
      <label className={styles['check']} htmlFor={id}>
        <input {...input} {...aria} id={id} type="checkbox" />
        <span>{children}</span>
      </label>
      <Errors id={id} errors={errors} />
    </div>
  )
}
