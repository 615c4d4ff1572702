import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './EmptyBasket.module.css'

/** Nothing in it: what it is for, and where to begin. */
export const EmptyBasket = ({ minutes }: { minutes: number }) => (
  <div className={styles['empty']}>
    <span className={styles['picture']}>
      <Icon name="basket" size={40} />
    </span>
    <p className={styles['title']}>Your basket is empty</p>
    <p>{`Choose an activity, a day and a time. What you add is held for you for ${minutes} minutes, and you can book for several people and days at once.`}</p>
    <Link className={buttonClass({ variant: 'secondary' })} to={links.redirectToSelectedVenue()}>
      Book an activity
    </Link>
  </div>
)
