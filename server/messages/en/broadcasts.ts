export const mailHeading = 'A message about your booking'
export const unknownPlaceholder = ({ unknown }: { unknown: string }) =>
  `"${unknown}" stands for nothing. Use {first_name}, {session}, {when} or {place}.`
export const emptyAudience = 'Nobody has booked here on these days.'
export const audienceChanged = ({
  emailed,
  byPartner,
  toRing,
}: {
  emailed: number
  byPartner: number
  toRing: number
}) =>
  `This has changed since you looked: ${emailed} by e-mail, ${byPartner} through partners, ${toRing} to ring. Check it again.`
export const alreadySent = 'This message has been sent to everybody.'
