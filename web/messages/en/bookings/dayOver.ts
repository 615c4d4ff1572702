export const dayOver = "You can't book this day any more."
export const seeToday = 'See today'
