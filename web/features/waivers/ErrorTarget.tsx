import type { ReactNode } from 'react'
import styles from './Attendees.module.css'
import { fieldTarget } from './focusField.ts'

/** Where a link of the error summary leads. */
export const ErrorTarget = ({ name, children }: { name: string; children: ReactNode }) => (
  <div id={fieldTarget(name)} className={styles['at']}>
    {children}
  </div>
)
