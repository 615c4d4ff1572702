import type { InputHTMLAttributes, ReactNode } from 'react'
import styles from './Choice.module.css'

/**
 * One thing to choose, as a sheet that is pressed wherever one likes: a radio button or a tick, and what it means.
 *
 *   <Choice type="radio" name="card" checked={isIt} onChange={choose}>Another card</Choice>
 */
export const Choice = ({
  children,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & { type: 'radio' | 'checkbox'; children: ReactNode }) => (
  <label className={styles['choice']}>
    <input {...input} />
    <span className={styles['words']}>{children}</span>
  </label>
)
