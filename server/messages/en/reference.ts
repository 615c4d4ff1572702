/** The page of the API for people who write programs. */
export const title = 'Onside API'
export const introduction = 'Every call, its parameters and its refusals. For programs: {link}.'
export const nouns = 'Nouns'
