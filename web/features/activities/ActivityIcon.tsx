import styles from './ActivityIcon.module.css'
import { drawings, otherwise } from './drawings.ts'

/** A drawing of an activity, in the venue's colours. Decoration: the name stands beside it. */
export const ActivityIcon = ({ slug, name }: { slug: string; name: string }) => {
  const called = `${slug} ${name}`.toLowerCase()
  const { soft, line } = drawings.find(({ words }) => words.test(called)) ?? otherwise
  return (
    <svg className={styles['icon']} viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
      <path className={styles['soft']} d={soft} />
      <path className={styles['line']} d={line} />
    </svg>
  )
}
