export const missed = ({ name, day }: { name: string; day: string }) => `Missed: ${name}, ${day}`
export const attendedAfterAll = 'Marked as attended'
export const unpaid = 'You have an unpaid penalty. Add it to your basket to pay it with your booking.'
