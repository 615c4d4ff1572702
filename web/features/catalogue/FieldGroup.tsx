import { useId, type ReactNode } from 'react'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './Catalogue.module.css'
import type { Option } from './choices.ts'

const Errors = ({ id, errors = [] }: { id: string; errors?: readonly string[] | undefined }) => (
  <div role="alert" id={id}>
    {errors.length === 0 ? null : (
      <ul role="list" className={styles['errors']}>
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

/** Fields that belong together, with what is wrong with them. */
export const FieldGroup = ({
  label,
  hint,
  errors,
  isWide = false,
  children,
}: {
  label: string
  hint?: string | undefined
  errors?: readonly string[] | undefined
  isWide?: boolean
  children: ReactNode
}) => {
  const id = useId()
  const className = isWide ? `${styles['group'] ?? ''} ${styles['wide'] ?? ''}` : styles['group']
  return (
    <fieldset className={className} aria-describedby={`${id}-hint ${id}-errors`}>
      <legend>{label}</legend>
      <p className={styles['hint']} id={`${id}-hint`}>
        {hint}
      </p>
      {children}
      <Errors id={`${id}-errors`} errors={errors} />
    </fieldset>
  )
}

/** More than these need all of the width. */
const mostBeside = 7

/** Several of some options. */
export const Ticks = ({
  label,
  hint,
  errors,
  options,
  chosen,
  empty = '',
  onChange,
}: {
  label: string
  hint?: string | undefined
  errors: readonly string[] | undefined
  options: readonly Option[]
  chosen: readonly string[]
  empty?: string
  onChange: (chosen: string[]) => void
}) => (
  <FieldGroup {...{ label, hint, errors }} isWide={options.length > mostBeside}>
    <div className={options.length > mostBeside ? styles['columns'] : styles['ticks']}>
      {options.length === 0 ? <p className={styles['hint']}>{empty}</p> : null}
      {options.map(({ value, label: text }) => (
        <label key={value} className={styles['tick']}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ currentTarget }) => {
              const others = chosen.filter((one) => one !== value)
              onChange(currentTarget.checked ? [...others, value] : others)
            }}
          />
          {text}
        </label>
      ))}
    </div>
  </FieldGroup>
)
