import type { Basket } from '#contract/baskets.ts'
import * as messages from '#messages/shared/checkout.ts'
import * as partMessages from '#messages/shared/checkoutParts.ts'
import { Link } from '#web/platform/router.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Card } from '#web/ui/Layout.tsx'
import styles from './LoginToPay.module.css'
import { itemTitle } from './orderItems.ts'

/** In place of the form while the basket holds an item that needs an account. */
export const LoginToPay = ({
  basket,
  loginTo,
  registerTo,
}: {
  basket: Basket
  loginTo: string
  registerTo: string
}) => {
  const items = basket.items.filter(({ allowsAnonymousBookings }) => !allowsAnonymousBookings)
  return (
    <Card as="section" className={styles['login']} aria-labelledby="login-to-pay">
      <Icon name="person" size={28} />
      <h2 id="login-to-pay">{partMessages.loginTitle}</h2>
      <p>{partMessages.loginText({ names: [...new Set(items.map(itemTitle))] })}</p>
      <div className={styles['ways']}>
        <Link className={buttonClass({ size: 'lg' })} to={loginTo} stay aria-haspopup="dialog">
          {messages.logIn}
        </Link>
        <Link className={buttonClass({ size: 'lg', variant: 'secondary' })} to={registerTo}>
          {partMessages.createAccount}
        </Link>
      </div>
    </Card>
  )
}
