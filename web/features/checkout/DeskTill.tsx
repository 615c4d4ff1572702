import type { Till } from '#contract/tills.ts'
import * as messages from '#messages/desk/payment.ts'
import { SelectField } from '#web/ui/Field.tsx'

/** Asks for the till that the money goes into; those of the venue first. */
export const DeskTill = ({
  tills,
  venueSlug,
  value,
  isMissing,
  onChoose,
}: {
  tills: readonly Till[]
  venueSlug: string | undefined
  value: string
  isMissing: boolean
  onChoose: (value: string) => void
}) => {
  const here = tills.filter((till) => till.venueSlug === venueSlug)
  const elsewhere = tills.filter((till) => till.venueSlug !== venueSlug)
  return (
    <SelectField
      label={messages.whichTill}
      hint={messages.whichTillHint}
      name="till"
      value={value}
      required
      errors={isMissing ? [messages.tillMissing] : []}
      onChange={(event) => {
        onChoose(event.currentTarget.value)
      }}
    >
      <option value="">{messages.chooseTill}</option>
      {[...here, ...elsewhere].map(({ id, name, venueName }) => (
        <option key={id} value={String(id)}>
          {messages.tillAt({ till: name, venue: venueName })}
        </option>
      ))}
    </SelectField>
  )
}
