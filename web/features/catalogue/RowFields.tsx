import { useState } from 'react'
import type { CatalogueRow } from '#contract/office.ts'
import * as messages from '#messages/desk/catalogue.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, SelectField, TextField } from '#web/ui/Field.tsx'
import { LongTextField } from '#web/ui/LongTextField.tsx'
import styles from './Catalogue.module.css'
import { textOf, textsOf } from './choices.ts'
import type { Choices, Lists, Option } from './choices.ts'
import type { Field } from './fields.ts'
import { ExceptionsInput } from './ExceptionsInput.tsx'
import { FieldGroup, Ticks } from './FieldGroup.tsx'
import { HallWithCourts } from './HallWithCourts.tsx'
import { PictureInput, type ChosenPicture } from './PictureInput.tsx'

type Value = unknown

type Shared = {
  lists: Lists
  form: 'json' | 'csv'
  errors: Readonly<Record<string, readonly string[]>>
  onPicture: (picture: ChosenPicture) => void
}

/** The fields of a row, and of its parts. `list` and `prefix` find their words and what is wrong with them. */
export const RowFields = ({
  fields,
  row,
  owner,
  list,
  prefix = '',
  onChange,
  ...shared
}: Shared & {
  fields: readonly Field[]
  row: CatalogueRow
  owner?: CatalogueRow | undefined
  list: string
  prefix?: string
  onChange: (row: CatalogueRow) => void
}) => {
  const choices: Choices = { lists: shared.lists, row, owner }
  const [showsRare, setShowsRare] = useState(false)
  const visible = fields.filter(({ when }) => when?.(choices) !== false)
  const inputsOf = (some: readonly Field[]) => (
    <div className={styles['fields']}>
      {some.map((field) => (
        <FieldInput
          key={field.name}
          {...shared}
          field={field}
          choices={choices}
          path={`${list}.${field.name}`}
          prefix={prefix}
          value={row[field.name]}
          onChange={(value) => {
            onChange(value === undefined ? without(row, field.name) : { ...row, [field.name]: value })
          }}
        />
      ))}
    </div>
  )
  const rare = visible.filter(({ isRare }) => isRare === true)
  const isWrong = rare.some(({ name }) =>
    Object.keys(shared.errors).some(
      (key) => key === `${prefix}${name}` || key.startsWith(`${prefix}${name}.`),
    ),
  )
  return (
    <>
      {inputsOf(visible.filter(({ isRare }) => isRare !== true))}
      {rare.length === 0 ? null : (
        // What is wrong in it is not hidden.
        <details
          className={styles['rare']}
          open={showsRare || isWrong}
          onToggle={({ currentTarget }) => {
            setShowsRare(currentTarget.open)
          }}
        >
          <summary>{messages.moreFields}</summary>
          {inputsOf(rare)}
        </details>
      )}
    </>
  )
}

const without = (row: CatalogueRow, name: string): CatalogueRow =>
  Object.fromEntries(Object.entries(row).filter(([one]) => one !== name))

type InputProps = Shared & {
  field: Field
  choices: Choices
  path: string
  prefix: string
  value: Value
  onChange: (value: Value) => void
}

/** A control that holds what is in the row. Numbers of tables are texts. */
const FieldInput = (props: InputProps) => {
  const { field, choices, path, prefix, value, form, onChange } = props
  const { label, hint } = messages.fields[path] ?? { label: field.name }
  const errors = props.errors[`${prefix}${field.name}`]
  const common = {
    label,
    errors,
    autoComplete: 'off',
    ...(hint === undefined ? {} : { hint }),
    ...(field.isNeeded === true ? { required: true } : {}),
  }
  const asText = textOf(value)
  switch (field.kind) {
    case 'long':
    case 'lines':
      return (
        <div className={styles['wide']}>
          <LongTextField
            label={label}
            {...(hint === undefined ? {} : { hint })}
            errors={errors}
            value={Array.isArray(value) ? textsOf(value).join('\n') : asText}
            onChange={({ currentTarget }) => {
              onChange(field.kind === 'long' ? currentTarget.value : currentTarget.value.split('\n'))
            }}
          />
        </div>
      )
    case 'number':
      return (
        <TextField
          {...common}
          inputMode="decimal"
          value={asText}
          onChange={({ currentTarget }) => {
            onChange(numberOf(currentTarget.value, form))
          }}
        />
      )
    case 'time':
    case 'day':
      return (
        <TextField
          {...common}
          type={field.kind === 'time' ? 'time' : 'date'}
          value={asText}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value)
          }}
        />
      )
    case 'yesNo':
      return (
        <div className={styles['wide']}>
          <CheckField
            checked={value === undefined ? field.isUsual === true : value === true || value === 'yes'}
            errors={errors}
            onChange={({ currentTarget: { checked } }) => {
              onChange(form === 'json' ? checked : checked ? 'yes' : 'no')
            }}
          >
            {label}
          </CheckField>
        </div>
      )
    case 'choice':
      return (
        <SelectField
          {...common}
          value={asText}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value === '' ? (form === 'json' ? null : undefined) : currentTarget.value)
          }}
        >
          {field.isNeeded === true && asText !== '' ? null : (
            <option value="">
              {field.isNeeded === true
                ? messages.choose
                : (messages.withoutChoice[field.name] ?? messages.noChoice)}
            </option>
          )}
          {withWords(field.name, field.options(choices)).map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </SelectField>
      )
    case 'several':
      return (
        <Ticks
          label={label}
          hint={field.isAllWhenEmpty === true ? messages.allOfThem : hint}
          errors={errors}
          options={withWords(field.name, field.options(choices))}
          chosen={Array.isArray(value) ? textsOf(value) : asText.split(/\s+/).filter((one) => one !== '')}
          empty={field.name === 'locations' ? messages.noPlaces : messages.nothingYet}
          onChange={(chosen) => {
            onChange(form === 'json' ? chosen : chosen.join(' '))
          }}
        />
      )
    case 'weekdays':
      return (
        <Ticks
          label={label}
          errors={errors}
          options={messages.weekdays.map((day) => ({ value: day, label: day }))}
          chosen={weekdaysOf(asText)}
          onChange={(chosen) => {
            onChange(messages.weekdays.filter((day) => chosen.includes(day)).join(' '))
          }}
        />
      )
    case 'exceptions':
      return <ExceptionsInput {...{ label, hint, errors, value: asText, onChange }} />
    case 'colour':
      return <ColourInput {...{ label, hint, errors, value: asText, onChange }} />
    case 'picture':
      return (
        <PictureInput
          {...{ label, hint, errors, value: asText, onChange, onPicture: props.onPicture, name: field.name }}
        />
      )
    case 'part':
      return (
        <div className={styles['wide']}>
          <FieldGroup label={label} hint={hint} errors={errors}>
            <RowFields
              lists={props.lists}
              form={form}
              errors={props.errors}
              onPicture={props.onPicture}
              fields={field.fields}
              row={(value ?? {}) as CatalogueRow}
              owner={choices.row}
              list={path}
              prefix={`${prefix}${field.name}.`}
              onChange={onChange}
            />
          </FieldGroup>
        </div>
      )
    case 'rows':
      return <Parts {...props} field={field} label={label} hint={hint} />
    default:
      return (
        <TextField
          {...common}
          {...(field.kind === 'amount' ? { inputMode: 'decimal' as const, maxLength: 12 } : {})}
          value={asText}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value)
          }}
        />
      )
  }
}

/** A number as its file has it; what is none stays as it was typed, for the server to refuse. */
const numberOf = (typed: string, form: 'json' | 'csv'): Value => {
  if (form === 'csv' || typed.trim() === '') return typed.trim()
  return /^-?\d+(\.\d+)?$/.test(typed.trim()) && !typed.endsWith('.') ? Number(typed) : typed
}

const withWords = (name: string, options: readonly Option[]): Option[] =>
  options.map(({ value, label }) => ({
    value,
    label: label === '' ? (messages.options[name]?.[value] ?? value) : label,
  }))

const weekdaysOf = (days: string): string[] => (days === 'daily' ? [...messages.weekdays] : days.split(' '))

const ColourInput = ({
  label,
  hint,
  errors,
  value,
  onChange,
}: {
  label: string
  hint: string | undefined
  errors: readonly string[] | undefined
  value: string
  onChange: (value: Value) => void
}) => (
  <div className={styles['colour']}>
    <TextField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      errors={errors}
      autoComplete="off"
      maxLength={7}
      value={value}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value)
      }}
    />
    <input
      type="color"
      aria-label={label}
      value={/^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : '#ffffff'}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value)
      }}
    />
  </div>
)

/** The parts of a row, each with fields of its own. */
const Parts = ({
  field,
  label,
  hint,
  choices,
  path,
  prefix,
  value,
  onChange,
  ...shared
}: Omit<InputProps, 'field'> & {
  field: Field & { kind: 'rows' }
  label: string
  hint: string | undefined
}) => {
  const parts = Array.isArray(value) ? (value as CatalogueRow[]) : []
  const [counter, setCounter] = useState(1)
  const add = (more: readonly CatalogueRow[]) => {
    setCounter(counter + more.length)
    onChange([...parts, ...more])
  }
  const ownPrefix = `${prefix}${field.name}.`
  return (
    <div className={styles['wide']}>
      <FieldGroup label={label} hint={hint} errors={shared.errors[`${prefix}${field.name}`]}>
        {parts.map((part, index) => {
          const called = [part['name'], part['text']].find((one) => typeof one === 'string') ?? ''
          return (
            <fieldset key={textOf(part['slug']) || index} className={styles['part']}>
              <legend>{called === '' ? messages.partNumber({ label, number: index + 1 }) : called}</legend>
              <RowFields
                {...shared}
                fields={field.fields}
                row={part}
                owner={choices.row}
                list={path}
                prefix={`${ownPrefix}${index}.`}
                onChange={(changed) => {
                  onChange(parts.map((one, place) => (place === index ? changed : one)))
                }}
              />
              <Button
                variant="text"
                onClick={() => {
                  onChange(parts.filter((_, place) => place !== index))
                }}
              >
                {messages.remove({ name: called })}
              </Button>
            </fieldset>
          )
        })}
        <div className={styles['acts']}>
          <Button
            variant="secondary"
            onClick={() => {
              add(
                [{ slug: `#${counter}`, name: '' }].map((part) =>
                  isQuestion(field) ? newQuestion(counter) : part,
                ),
              )
            }}
          >
            {messages.addPart[field.name] ?? field.name}
          </Button>
          {field.name === 'locations' ? <HallWithCourts counter={counter} onAdd={add} /> : null}
        </div>
      </FieldGroup>
    </div>
  )
}

const isQuestion = ({ name }: Field): boolean => name === 'questions'

const newQuestion = (counter: number): CatalogueRow => ({
  slug: `#${counter}`,
  text: '',
  type: 'text',
  required: true,
})
