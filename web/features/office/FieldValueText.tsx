import type { FieldValue, Subject } from '#contract/office.ts'
import { describeValue } from './fieldKinds.ts'
import styles from './Settings.module.css'

/** A value as people read it, a line each. */
export const FieldValueText = ({
  subject,
  name,
  value,
  currencySymbol,
}: {
  subject: Subject
  name: string
  value: FieldValue
  currencySymbol: string
}) => (
  <>
    {describeValue(subject, name, value, currencySymbol).map((line, index) => (
      <span key={index} className={styles['line']}>
        {line}
      </span>
    ))}
  </>
)
