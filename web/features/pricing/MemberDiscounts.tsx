import type { MemberDiscounts as Answer } from '#contract/pricing.ts'
import * as messages from '#messages/bookings/pricing.ts'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { Card } from '#web/ui/Layout.tsx'
import { isFree } from './isFree.ts'
import styles from './MemberDiscounts.module.css'

export type Discounts = Answer
type Benefit = Discounts['memberships'][number]['benefits'][number]

/** What one membership takes off the prices of a venue, benefit by benefit. */
export const MemberDiscounts = ({
  membership,
  benefits,
  venueSlug,
}: {
  membership: string
  benefits: readonly Benefit[]
  venueSlug: string
}) => (
  <Card>
    <div className={styles['membership']}>
      <h3 className={styles['title']}>{messages.benefitsOf({ membership })}</h3>
      {benefits.length === 0 ? <p>{messages.noDiscountsHere}</p> : null}
      {benefits.map((benefit) => (
        <table key={benefit.id} className={styles['table']}>
          <caption>
            <span className={styles['name']}>{benefit.name}</span>
            <span className={styles['description']}>{benefit.description}</span>
          </caption>
          <thead>
            <tr>
              <th scope="col">{messages.activity}</th>
              <th scope="col">{messages.fullPrice}</th>
              <th scope="col">{messages.yourPrice}</th>
            </tr>
          </thead>
          {benefit.activities.map(({ slug, name, prices }) => (
            <tbody key={slug}>
              {prices.map((price, index) => (
                <tr key={`${price.name} ${price.fullPrice}`}>
                  <th scope="row">
                    {index === 0 ? <Link to={links.activity(venueSlug, slug)}>{name}</Link> : null}
                    {price.name === '' ? null : <span className={styles['option']}>{price.name}</span>}
                  </th>
                  <td>
                    <s>{price.fullPrice}</s>
                  </td>
                  <td className={styles['own']}>{isFree(price.price) ? messages.free : price.price}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      ))}
    </div>
  </Card>
)
