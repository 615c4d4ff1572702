import type { ListedPrice } from '#contract/price-steps.ts'
import { formatted } from '#contract/money.ts'
import { daysAfter } from '#contract/time.ts'
import * as messages from '#messages/desk/prices.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { ComingSteps, useTakingBack } from './ComingSteps.tsx'
import { nameOf, priceAt } from './priceList.ts'

/** The prices of an option that begin on a day to come. */
export const ComingPrices = ({ price, symbol }: { price: ListedPrice; symbol: string }) => {
  const taking = useTakingBack()
  const end = useCall(api.priceSteps.end, taking.outcome)
  return (
    <ComingSteps
      name={nameOf(price)}
      steps={price.steps}
      symbol={symbol}
      canEnd
      taking={taking}
      busy={end.requesting}
      effectOf={(step) =>
        messages.takeBackEffect({
          name: nameOf(price),
          before: formatted(step.price, symbol),
          after: formatted(priceAt(price, daysAfter(step.fromDay, -1)), symbol),
        })
      }
      onEnd={({ id }) => {
        end.send({ stepId: id })
      }}
    />
  )
}
