/** The next bookable times of activities, and how they are presented. */
export { presentOffer } from './present.ts'
export { nextTimes } from './queries.ts'
