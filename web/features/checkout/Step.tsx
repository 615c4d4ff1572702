import { useId, type ReactNode } from 'react'
import { Card } from '#web/ui/Layout.tsx'
import styles from './Step.module.css'

/** One part of the form, on a sheet of its own. */
export const Step = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <Card as="section" className={styles['step']} aria-labelledby={id}>
      <h2 className={styles['title']} id={id}>
        <span className={styles['number']} aria-hidden="true">
          {number}
        </span>
        {title}
      </h2>
      {children}
    </Card>
  )
}
