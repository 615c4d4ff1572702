import type { ReactNode } from 'react'
import styles from './Banner.module.css'

/**
 * The dark header of a page with a drawing behind the text: a playing field, or `drawing`, a path in a box of
 * 240 × 100. `full` is as wide as the window; otherwise it is a rounded panel within the page.
 */
export const Banner = ({
  full = false,
  drawing,
  children,
}: {
  full?: boolean
  drawing?: string
  children: ReactNode
}) => (
  <div className={`${styles['banner'] ?? ''} ${full ? (styles['full'] ?? '') : (styles['panel'] ?? '')}`}>
    {drawing === undefined ? (
      <svg
        className={styles['field']}
        viewBox="0 0 560 320"
        preserveAspectRatio="xMaxYMid slice"
        aria-hidden="true"
      >
        <path d={field} />
      </svg>
    ) : (
      <svg
        className={styles['place']}
        viewBox="0 0 240 100"
        preserveAspectRatio="xMaxYMid meet"
        aria-hidden="true"
      >
        <path d={drawing} />
      </svg>
    )}
    <div className={styles['words']}>{children}</div>
  </div>
)

const field =
  'M40 20h480v280H40z M280 20v280 M280 160m-56 0a56 56 0 1 0 112 0a56 56 0 1 0-112 0 M40 84h84v152H40 M520 84h-84v152h84 M124 128a40 40 0 0 1 0 64 M436 128a40 40 0 0 0 0 64'
