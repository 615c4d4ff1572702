import { plural } from './format.ts'

// Mail
const visits = (count: number) => plural(count, { one: '1 visit', other: `${count} visits` })
type Expiring = { name: string; visitsLeft: number; day: string }
export const expiringSubject = ({ name, visitsLeft, day }: Expiring) =>
  `${visits(visitsLeft)} left: your ${name} expires on ${day}`
export const expiringHeading = ({ visitsLeft }: { visitsLeft: number }) =>
  `You have ${visits(visitsLeft)} left`
export const expiringText = ({
  firstName,
  name,
  day,
}: Omit<Expiring, 'visitsLeft'> & { firstName: string }) =>
  `Hello ${firstName}, you can use your ${name} until ${day}. Book a visit before then, and your package pays for it.`
export const book = 'Book a visit'
export const seePackages = 'See your packages'
