import type { Basket } from '#contract/baskets.ts'
import { Link } from '#web/platform/router.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { itemTitle } from './orderItems.ts'
import styles from './LoginToPay.module.css'

/** Something in the basket is only for people we know; nothing in it is lost on the way there. */
export const LoginToPay = ({
  basket,
  loginTo,
  registerTo,
}: {
  basket: Basket
  loginTo: string
  registerTo: string
}) => {
  const theirs = basket.items.filter(({ allowsAnonymousBookings }) => !allowsAnonymousBookings)
  return (
    <section className={styles['login']} aria-labelledby="login-to-pay">
      <Icon name="person" size={28} />
      <h2 id="login-to-pay">Log in to pay</h2>
      <p>{named(theirs.map(itemTitle))} can only be booked with an account. Your basket stays as it is.</p>
      <div className={styles['ways']}>
        <Link className={buttonClass({ size: 'lg' })} to={loginTo} stay aria-haspopup="dialog">
          Log in
        </Link>
        <Link className={buttonClass({ size: 'lg', variant: 'secondary' })} to={registerTo}>
          Create an account
        </Link>
      </div>
    </section>
  )
}

const named = (names: readonly string[]): string => {
  const each = [...new Set(names)]
  return each.length < 2 ? each.join('') : `${each.slice(0, -1).join(', ')} and ${each.at(-1) ?? ''}`
}
