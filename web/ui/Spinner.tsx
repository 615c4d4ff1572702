import styles from './Spinner.module.css'

/** A loading indicator. It appears after a short delay, because most requests finish sooner. */
export const Spinner = ({
  label = 'Loading',
  size = 'block',
}: {
  label?: string
  size?: 'block' | 'inline'
}) => (
  <span className={styles[size]} role={label === '' ? undefined : 'status'}>
    <svg className={styles['wheel']} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <circle className={styles['track']} cx="12" cy="12" r="9.5" />
      <path className={styles['run']} d="M12 2.5a9.5 9.5 0 0 1 9.5 9.5" />
    </svg>
    {label === '' ? null : <span className="visually-hidden">{label}</span>}
  </span>
)
