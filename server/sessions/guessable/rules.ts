import { dictionary } from '@zxcvbn-ts/language-common'

/* Passwords that are guessed among the first: those that many people have, and runs of keys. */

/** Those that are most frequent in published leaks, in lower case. */
const leaked = new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()))

/** Shorter words of the list are ordinary names and words, which say little about a longer password. */
const leakedWordLength = 5

/** What people of these islands and visitors of a leisure centre think of, beside the published list. */
const localWords = new Set(
  (
    'password passwords passphrase qwerty qwertyui qwertyuiop azerty iloveyou ' +
    'iloveu loveyou letmein welcome welcomeback admin administrator changeme secret default login user guest ' +
    'test testing monkey dragon master superman batman spiderman starwars pokemon princess sunshine ' +
    'shadow michael charlie jordan ashley daniel jessica thomas george football baseball basketball rugby ' +
    'cricket tennis badminton swimming liverpool arsenal chelsea everton tottenham manchester manchesterunited ' +
    'mancity manunited celtic rangers london england scotland ireland wales britain summer winter autumn spring ' +
    'monday friday january august september november december computer internet samsung google facebook whatever ' +
    'trustno hello helloworld freedom flower chocolate cheese banana orange purple onside demo demonstration leisure ' +
    'leisurecentre sportscentre booking bookings gym fitness abc abcd abcde abcdef asdfgh asdfghjkl zxcvbnm'
  ).split(' '),
)

const runs = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
].flatMap((run) => [run, [...run].reverse().join('')])

const asLetters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
}

/** @param folded the password in lower case @param operatorName whom the account is with */
export const isGuessedFirst = (folded: string, operatorName = ''): boolean => {
  // `qwertyqwerty` counts as `qwerty`.
  const unit = /^(.+?)\1+$/.exec(folded)?.[1] ?? folded
  if (runs.some((run) => run.includes(unit)) || new Set(folded).size < 4) return true
  if (leaked.has(folded) || leaked.has(unit)) return true
  return [unit, withLetters(unit)].some(
    (form) => isCommonWord(lettersOf(form)) || isMadeOfNames(lettersOf(form), operatorName),
  )
}

/** Letters besides a name that add little to it. */
const fewLetters = 3
/** Shorter words of a name are in many passwords by chance. */
const nameWordLength = 4

/** The operator's name or two local words, with little else: `onside-demo`, `quillmoor1`, `Quillmoor Leisure 2027`. */
const isMadeOfNames = (letters: string, operatorName: string): boolean => {
  const names = operatorName
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length >= nameWordLength)
  const rest = names.reduce((text, word) => text.replaceAll(word, ''), letters)
  if (rest.length < letters.length && rest.length <= fewLetters) return true
  return Array.from(rest).some(
    (_, end) => localWords.has(rest.slice(0, end)) && localWords.has(rest.slice(end)),
  )
}

/** Compared without the digits and signs that people add to satisfy a form. */
const isCommonWord = (word: string): boolean =>
  localWords.has(word) || (word.length >= leakedWordLength && leaked.has(word))

export const lettersOf = (text: string): string => text.replace(/[^a-z]/g, '')

const withLetters = (text: string): string =>
  text.replace(/[^a-z](?=.*[a-z])/g, (sign) => asLetters[sign] ?? sign)
