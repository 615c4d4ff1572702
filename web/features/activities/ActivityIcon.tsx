import styles from './ActivityIcon.module.css'
import { drawings, fallback } from './drawings.ts'

/**
 * A drawing of an activity in the venue's colours, or the operator's own picture where there is none. Decorative: the
 * name is beside it.
 */
export const ActivityIcon = ({ slug, name, image = '' }: { slug: string; name: string; image?: string }) => {
  const text = `${slug} ${name}`.toLowerCase()
  const drawing = drawings.find(({ pattern }) => pattern.test(text))
  if (drawing === undefined && image !== '') {
    return <img className={styles['image']} src={image} alt="" width="64" height="64" />
  }
  const { soft, line } = drawing ?? fallback
  return (
    <svg className={styles['icon']} viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
      <path className={styles['soft']} d={soft} />
      <path className={styles['line']} d={line} />
    </svg>
  )
}
