import styles from './FavouriteToggle.module.css'

export const Heart = ({ isOn }: { isOn: boolean }) => (
  <svg
    className={isOn ? styles['on'] : styles['heart']}
    viewBox="0 0 24 24"
    width="20"
    height="20"
    strokeWidth="1.8"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M12 20.2 4.6 12.8a4.9 4.9 0 0 1 0-7 4.9 4.9 0 0 1 7 0l.4.5.4-.5a4.9 4.9 0 0 1 7 0 4.9 4.9 0 0 1 0 7Z" />
  </svg>
)
