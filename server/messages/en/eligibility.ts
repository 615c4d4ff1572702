import { plural } from './format.ts'

/** Sentences about a person. `firstName` is null when the reader is that person. */
type About = { firstName: string | null }
type Ages = { ageMin: number | null; ageMax: number | null }

const describeAges = ({ ageMin, ageMax }: Ages): string => {
  if (ageMin === null) return `It's for ages up to ${ageMax}.`
  return ageMax === null ? `It's for ages ${ageMin} and over.` : `It's for ages ${ageMin} to ${ageMax}.`
}

export const tooYoung = ({ firstName, ...ages }: About & Ages) =>
  firstName === null
    ? `You are too young for this. ${describeAges(ages)}`
    : `${firstName} is too young for this. ${describeAges(ages)}`
export const tooOld = ({ firstName, ...ages }: About & Ages) =>
  firstName === null
    ? `You are too old for this. ${describeAges(ages)}`
    : `${firstName} is too old for this. ${describeAges(ages)}`
export const membersOnly = ({ firstName }: About) =>
  firstName === null
    ? "This is for members only, and you don't have a membership on that day."
    : `This is for members only, and ${firstName} doesn't have a membership on that day.`
export const inductionRequired = ({ firstName, induction }: About & { induction: string }) =>
  firstName === null
    ? `Induction required: ${induction}. Book it at reception.`
    : `${firstName} needs an induction first: ${induction}. Book it at reception.`
export const membersOnlyUnnamed = 'This is for members only. Choose the customer first.'
export const inductionUnnamed = ({ induction }: { induction: string }) =>
  `Induction required: ${induction}. Choose the customer first.`
export const weeklyLimit = ({ firstName, times }: About & { times: number }) => {
  const limit = times === 2 ? 'twice' : plural(times, { one: 'once', other: `${times} times` })
  return firstName === null
    ? `You can book this ${limit} a week, and you already have.`
    : `${firstName} can book this ${limit} a week, and already has.`
}
export const alreadyBooked = ({ firstName }: About) =>
  firstName === null ? 'You have already booked this.' : `${firstName} already has this booking.`
export const noTicketForAge = ({ firstName }: About) =>
  firstName === null ? "There's no ticket for your age." : `There's no ticket for ${firstName}'s age.`
export const clashInGeneral = ({ firstName }: About) =>
  firstName === null
    ? 'You have another booking at this time.'
    : `${firstName} has another booking at this time.`
export const clash = ({ firstName, name, time }: About & { name: string; time: string }) =>
  firstName === null
    ? `You have another booking at this time: ${name} at ${time}.`
    : `${firstName} has another booking at this time: ${name} at ${time}.`
