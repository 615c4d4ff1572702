import { basketEmptyHint } from '#messages/shared/basket.ts'
import * as messages from '#messages/shared/checkout.ts'
import * as partMessages from '#messages/shared/checkoutParts.ts'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Layout.tsx'
import styles from './Checkout.module.css'

/** In place of the checkout when the basket holds nothing: it is empty, its holds have lapsed, or a place was lost. */
export const EmptyCheckout = ({
  hasLapsedItems,
  isLost,
  loginTo,
}: {
  hasLapsedItems: boolean
  isLost: boolean
  /** The login; null for the logged in. */
  loginTo: string | null
}) => {
  // A session that has ended leaves the basket with the account.
  const login = hasLapsedItems || isLost ? null : loginTo
  return (
    <Empty title={titleOf(hasLapsedItems, isLost)}>
      <p>{hasLapsedItems ? partMessages.timeRanOutText : basketEmptyHint}</p>
      {login === null ? null : <p>{partMessages.logInForBasket}</p>}
      <div className={styles['ways']}>
        {hasLapsedItems ? (
          <Link className={buttonClass({ size: 'lg' })} to={links.basket()}>
            {partMessages.goToBasket}
          </Link>
        ) : null}
        <Link
          className={buttonClass({ size: 'lg', variant: hasLapsedItems ? 'secondary' : 'primary' })}
          to={links.redirectToSelectedVenue()}
        >
          {partMessages.bookActivity}
        </Link>
        {login === null ? null : (
          <Link className={buttonClass({ size: 'lg', variant: 'secondary' })} to={login} stay>
            {messages.logIn}
          </Link>
        )}
      </div>
    </Empty>
  )
}

const titleOf = (hasLapsedItems: boolean, isLost: boolean): string => {
  if (hasLapsedItems) return partMessages.timeRanOut
  return isLost ? partMessages.nothingLeft : messages.basketEmpty
}
