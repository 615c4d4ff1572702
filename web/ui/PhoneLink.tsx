import { noPhone } from '#messages/shared/ui.ts'

/** A number to ring; '' where it is not known. */
export const PhoneLink = ({ phone }: { phone: string }) =>
  phone === '' ? noPhone : <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
