import * as messages from '#messages/shared/basket.ts'
import { links } from '#web/platform/links.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Link } from '#web/platform/router.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './EmptyBasket.module.css'

export const EmptyBasket = ({ minutes }: { /** How long places are held. */ minutes: number }) => {
  const { emptyBasketLink } = usePageContext().channel
  const { label, to } = emptyBasketLink ?? {
    label: messages.bookActivity,
    to: links.redirectToSelectedVenue(),
  }
  return (
    <div className={styles['empty']}>
      <span className={styles['picture']}>
        <Icon name="basket" size={40} />
      </span>
      <p className={styles['title']}>{messages.basketEmpty}</p>
      <p>{messages.basketEmptyText({ minutes })}</p>
      <Link className={buttonClass({})} to={to}>
        {label}
      </Link>
    </div>
  )
}
