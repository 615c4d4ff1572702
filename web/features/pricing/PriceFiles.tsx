import { useRef } from 'react'
import { csvOf, csvType } from '#contract/csv.ts'
import type { ListedPrice } from '#contract/price-steps.ts'
import * as messages from '#messages/desk/prices.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { saveFile } from '#web/platform/saveFile.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import styles from './Prices.module.css'
import { PublishPrices } from './PublishPrices.tsx'

/** A price is found by the first five. `from` and `new_price` are those of its next step, or empty. */
const columns = {
  venue: 'text',
  activity: 'text',
  ticket: 'text',
  band: 'text',
  option: 'text',
  name: 'text',
  price: 'money',
  from: 'text',
  new_price: 'money',
} as const

const rowOf = (price: ListedPrice) => ({
  venue: price.venue.slug,
  activity: price.activity.slug,
  ticket: price.ticket?.slug ?? '',
  band: price.band,
  option: price.option,
  name: price.name,
  price: price.price,
  from: price.steps[0]?.fromDay ?? null,
  new_price: price.steps[0]?.price ?? null,
})

/** The prices as a table, and back: what the table changes is shown first, then it is published. */
export const PriceFiles = ({
  prices,
  today,
  symbol,
}: {
  prices: readonly ListedPrice[]
  today: string
  symbol: string
}) => {
  const input = useRef<HTMLInputElement>(null)
  const read = useCall(api.priceSteps.readFile)
  const { data } = read
  const readTable = async (file: File): Promise<void> => {
    read.send({ text: await file.text() })
  }
  return (
    <>
      <Button
        variant="secondary"
        size="lg"
        onClick={() => {
          saveFile(messages.fileName({ day: today }), csvOf(columns, prices.map(rowOf)), csvType)
        }}
      >
        {messages.download}
      </Button>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept=".csv"
        tabIndex={-1}
        aria-label={messages.upload}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file !== undefined) void readTable(file)
        }}
      />
      <Button
        variant="secondary"
        size="lg"
        busy={read.requesting}
        onClick={() => {
          input.current?.click()
        }}
      >
        {messages.upload}
      </Button>
      <FormError error={read.error} />
      {data == null ? null : (
        <Modal title={messages.uploadTitle} onClose={read.reset} closeLabel={messages.cancel}>
          {data.problems.length > 0 || data.steps.length === 0 ? (
            <>
              <ul className={styles['changes']}>
                {data.problems.map((problem) => (
                  <li key={`${problem.line ?? ''} ${problem.sentence}`}>{messages.fileProblem(problem)}</li>
                ))}
                {data.problems.length === 0 ? <li>{messages.noSteps}</li> : null}
              </ul>
              <p>{messages.uploadHint}</p>
            </>
          ) : (
            <PublishPrices steps={data.steps} symbol={symbol} onClose={read.reset} />
          )}
        </Modal>
      )}
    </>
  )
}
