import styles from './ActivityIcon.module.css'
import { drawings, otherwise } from './drawings.ts'

/**
 * A drawing of an activity, in the venue's colours; the operator's own picture where we have none. Decoration: the
 * name stands beside it.
 */
export const ActivityIcon = ({ slug, name, image = '' }: { slug: string; name: string; image?: string }) => {
  const called = `${slug} ${name}`.toLowerCase()
  const drawing = drawings.find(({ words }) => words.test(called))
  if (drawing === undefined && image !== '') {
    return <img className={styles['image']} src={image} alt="" width="64" height="64" />
  }
  const { soft, line } = drawing ?? otherwise
  return (
    <svg className={styles['icon']} viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
      <path className={styles['soft']} d={soft} />
      <path className={styles['line']} d={line} />
    </svg>
  )
}
