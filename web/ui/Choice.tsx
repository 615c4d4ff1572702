import type { InputHTMLAttributes, ReactNode } from 'react'
import styles from './Choice.module.css'

/**
 * A radio button or checkbox on a card that can be clicked anywhere.
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
