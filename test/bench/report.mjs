// How the benchmark prints its figures.

export const head = (text) => console.log(`\n${text}`)

export const say = (name, value, beside = '') =>
  console.log(`  ${name.padEnd(46)} ${value.padStart(22)}   ${beside}`)

export const rate = (number) => `${Math.round(number).toLocaleString('en-GB')}/s`

export const ms = (number) => `${number.toFixed(1)} ms`
