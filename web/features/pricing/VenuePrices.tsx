import type { VenuePrices as Answer } from '#contract/pricing.ts'
import * as messages from '#messages/bookings/pricing.ts'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { Card } from '#web/ui/Layout.tsx'
import { isFree } from './isFree.ts'
import styles from './VenuePrices.module.css'

export type PricesOfVenue = Answer

/** The price of everything at a venue, with and without a membership. */
export const VenuePrices = ({
  activities,
  venue,
}: {
  activities: PricesOfVenue['activities']
  venue: NonNullable<PricesOfVenue['venue']>
}) => (
  <Card>
    {activities.length === 0 ? (
      <p>{messages.noPrices}</p>
    ) : (
      <table className={styles['table']}>
        <caption className="visually-hidden">{messages.pricesAt({ venue: venue.name })}</caption>
        <thead>
          <tr>
            <th scope="col">{messages.activity}</th>
            <th scope="col">{messages.standardPrice}</th>
            <th scope="col">{messages.members}</th>
          </tr>
        </thead>
        {activities.map(({ slug, name, prices }) => (
          <tbody key={slug}>
            {prices[0] === undefined || prices[0].name === '' ? null : (
              <tr className={styles['activity']}>
                <th scope="rowgroup" colSpan={3}>
                  <Link to={links.activity(venue.slug, slug)}>{name}</Link>
                </th>
              </tr>
            )}
            {prices.map((one) => (
              <tr key={`${one.name} ${one.price}`}>
                <th scope="row">
                  {one.name === '' ? (
                    <Link to={links.activity(venue.slug, slug)}>{name}</Link>
                  ) : (
                    <span className={styles['option']}>{one.name}</span>
                  )}
                </th>
                <td>{priceText(one.price)}</td>
                <td>
                  {one.members.map(({ plans, price, allowance }) => (
                    <span key={plans.join()} className={styles['member']}>
                      {messages.plansWithPrice(plans)}{' '}
                      <span className={styles['own']}>{priceText(price)}</span>
                      {allowance === null ? null : ` ${messages.upTo(allowance)}`}
                    </span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    )}
  </Card>
)

const priceText = (price: string): string => (isFree(price) ? messages.free : price)
