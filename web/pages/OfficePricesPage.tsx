import { useState } from 'react'
import type { ListedPrice } from '#contract/price-steps.ts'
import { formatted } from '#contract/money.ts'
import * as messages from '#messages/desk/prices.ts'
import { ChangePrices } from '#web/features/pricing/ChangePrices.tsx'
import { ComingPrices } from '#web/features/pricing/ComingPrices.tsx'
import { filterPrices, nameOf, priceKinds, type PriceFilter } from '#web/features/pricing/priceList.ts'
import { PlanPrices } from '#web/features/pricing/PlanPrices.tsx'
import { PriceFiles } from '#web/features/pricing/PriceFiles.tsx'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import type { LoaderArgs, PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import { Container, Empty, PageHeading } from '#web/ui/Layout.tsx'
import { Aside, Table } from '#web/ui/Table.tsx'
import styles from './OfficePricesPage.module.css'
import { defineStaffPage } from './defineStaffPage.tsx'
import { requireStaff } from './requireStaff.ts'

const load = requireStaff(async ({ query, read }: LoaderArgs): Promise<PriceFilter> => {
  await Promise.all([read(api.operator.config), read(api.priceSteps.list), read(api.planPrices.list)])
  return {
    venue: query.get('venue') ?? '',
    activity: query.get('activity') ?? '',
    kind: priceKinds.find((kind) => kind === query.get('kind')) ?? 'all',
    find: query.get('find') ?? '',
  }
})

const OfficePricesPage = ({ data: filter }: PageProps<typeof load>) => {
  const { data: config } = useRead(api.operator.config)
  const { data } = useRead(api.priceSteps.list)
  const [isChanging, setIsChanging] = useState(false)
  const { symbol } = config.currency
  const prices = filterPrices(data.prices, filter)
  return (
    <Container>
      <PageHeading lead={messages.lead[data.pricesBy]}>{messages.title}</PageHeading>
      <Filters key={JSON.stringify(filter)} filter={filter} prices={data.prices} />
      <div className={styles['acts']}>
        {prices.length === 0 ? null : (
          <Button
            size="lg"
            onClick={() => {
              setIsChanging(true)
            }}
          >
            {messages.change({ count: prices.length })}
          </Button>
        )}
        <PriceFiles prices={prices} today={data.today} symbol={symbol} />
      </div>
      <Table<ListedPrice>
        name={messages.title}
        form="stack"
        rows={prices}
        rowKey={({ id }) => id}
        empty={
          <Empty title={messages.nothingFound}>
            <p>{messages.nothingFoundHelp}</p>
          </Empty>
        }
        columns={[
          {
            heading: messages.columns.price,
            isRowHeading: true,
            cell: (price) => (
              <>
                {nameOf(price)} <Aside>{price.venue.name}</Aside>
              </>
            ),
          },
          {
            heading: messages.columns.now,
            isFigure: true,
            cell: ({ price }) => (price === 0 ? messages.free : formatted(price, symbol)),
          },
          {
            heading: messages.columns.next,
            cell: (price) => <ComingPrices price={price} symbol={symbol} />,
          },
          { heading: messages.columns.who, cell: whoMayHave },
          { heading: messages.columns.vat, isFigure: true, cell: ({ vatRate }) => messages.percent(vatRate) },
          ...(prices.some(({ nominalCode }) => nominalCode !== '')
            ? [{ heading: messages.columns.nominalCode, cell: ({ nominalCode }: ListedPrice) => nominalCode }]
            : []),
          { heading: messages.columns.sold, isFigure: true, cell: ({ sold }) => sold },
        ]}
      />
      <PlanPrices symbol={symbol} />
      {isChanging ? (
        <ChangePrices
          prices={prices}
          today={data.today}
          symbol={symbol}
          onClose={() => {
            setIsChanging(false)
          }}
        />
      ) : null}
    </Container>
  )
}

const whoMayHave = ({ concession, ageMin, ageMax, proof }: ListedPrice): string => {
  const rules = [
    ...(ageMin === null && ageMax === null ? [] : [messages.ages({ from: ageMin, until: ageMax })]),
    ...(proof === null ? [] : [messages.withProof({ proof })]),
  ]
  if (rules.length > 0) return rules.join(', ')
  return concession ? messages.concession : messages.everyone
}

/** The address holds what is chosen. */
const Filters = ({ filter, prices }: { filter: PriceFilter; prices: readonly ListedPrice[] }) => {
  const navigate = useNavigate()
  const go = (change: Partial<PriceFilter>): void =>
    void navigate(deskLinks.prices({ ...filter, ...change }), { stay: true })
  const venues = new Map(prices.map(({ venue }) => [venue.slug, venue.name]))
  const activities = [
    ...new Set(
      prices
        .filter(({ venue }) => filter.venue === '' || venue.slug === filter.venue)
        .flatMap(({ activity: { heading, name } }) => (heading === null ? [name] : [heading, name])),
    ),
  ].toSorted((one, other) => one.localeCompare(other))
  return (
    <form
      className={styles['tools']}
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget).get('find')
        go({ find: typeof typed === 'string' ? typed : '' })
      }}
    >
      <SelectField
        label={messages.venue}
        name="venue"
        defaultValue={filter.venue}
        onChange={({ currentTarget: { value } }) => {
          go({ venue: value, activity: '' })
        }}
      >
        <option value="">{messages.allVenues}</option>
        {[...venues].map(([slug, name]) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={messages.activity}
        name="activity"
        defaultValue={filter.activity}
        onChange={({ currentTarget: { value } }) => {
          go({ activity: value })
        }}
      >
        <option value="">{messages.allActivities}</option>
        {activities.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <SelectField
        label={messages.kind}
        name="kind"
        defaultValue={filter.kind}
        onChange={({ currentTarget: { value } }) => {
          go({ kind: priceKinds.find((kind) => kind === value) ?? 'all' })
        }}
      >
        {priceKinds.map((kind) => (
          <option key={kind} value={kind}>
            {messages.kinds[kind]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={messages.find}
        name="find"
        type="search"
        autoComplete="off"
        maxLength={100}
        defaultValue={filter.find}
      />
      <Button type="submit" size="lg" variant="secondary">
        {messages.show}
      </Button>
    </form>
  )
}

export const page = defineStaffPage(() => 'prices.publish', {
  load,
  title: () => messages.page,
  Component: OfficePricesPage,
})
