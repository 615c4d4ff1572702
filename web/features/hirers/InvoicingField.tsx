import type { Invoicing } from '#contract/hireTypes.ts'
import * as messages from '#messages/desk/hirers.ts'
import { SelectField } from '#web/ui/Field.tsx'

const invoicings = Object.keys(messages.invoicings) as Invoicing[]

/** When a hire is invoiced. */
export const InvoicingField = ({
  selected,
  errors,
}: {
  selected: Invoicing
  errors: readonly string[] | undefined
}) => (
  <SelectField label={messages.invoicing} name="invoicing" defaultValue={selected} errors={errors}>
    {invoicings.map((invoicing) => (
      <option key={invoicing} value={invoicing}>
        {messages.invoicings[invoicing]}
      </option>
    ))}
  </SelectField>
)

/** What the field says. */
export const invoicingOf = (value: string): Invoicing => invoicings.find((one) => one === value) ?? 'by_hand'
