import { Icon } from './Icon.tsx'
import styles from './Photo.module.css'

/**
 * The round photo of a person, with a drawing where there is none. Decorative unless `alt` is given: the name is
 * beside it. `size` is pixels.
 */
export const Photo = ({
  address,
  size = 44,
  alt = '',
}: {
  address: string | null
  size?: 44 | 72 | 96
  alt?: string
}) =>
  address === null ? (
    <span className={`${styles['photo'] ?? ''} ${styles[`size-${size}`] ?? ''}`}>
      <Icon name="person" size={size / 2} />
    </span>
  ) : (
    <img
      className={`${styles['photo'] ?? ''} ${styles[`size-${size}`] ?? ''}`}
      src={address}
      alt={alt}
      width={size}
      height={size}
    />
  )
