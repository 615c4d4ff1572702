import { useEffect, type Ref } from 'react'
import { followPresses } from './lastPress.ts'
import styles from './Toast.module.css'

/**
 * The strip for toasts, at first empty. Its live regions are rendered from the start, so that screen readers announce
 * later messages; the toasts themselves (Toast.tsx) come with the first of them.
 */
export const ToastShelf = ({ ref }: { ref: Ref<HTMLDivElement> }) => {
  useEffect(followPresses, [])
  return (
    <div className={styles['shelf']} ref={ref} data-toasts="">
      <div role="status" className={styles['region']} />
      <div role="alert" className={styles['region']} />
    </div>
  )
}
