/**
 * Words that are never the right name for a file, type, function, variable, table or column, each with what to
 * write instead. A word counts wherever it is a part of a name: `asked` is in `askedFor`, `lastAsked` and `asked_at`.
 * An entry of two words ("let go") bans the two side by side. docs/STYLE.md says how names are chosen.
 */
export const bannedWords: Readonly<Record<string, string>> = {
  anew: 'say what changes',
  asked: 'requested, input, query, or the noun itself',
  becoming: 'activation',
  crowd: 'batch, batcher',
  doors: 'routes, webhooks',
  'give up': 'abandon, cancel',
  hands: 'actions',
  heard: 'received',
  kept: 'saved, stored, cached, retained',
  known: 'cached, existing, or the noun itself',
  lately: 'cache with a time to live',
  'let go': 'release, void',
  nobody: 'anonymous, none, or the state itself',
  purse: 'credit account',
  purses: 'credit accounts',
  road: 'flow',
  said: 'message, answer',
  shown: 'visible, displayed, or the noun itself',
  somebody: 'person, customer, visitor',
  sought: 'search, query',
  spoken: 'subject, reserved',
  standing: 'existing, current',
  stirring: 'due',
  thing: 'the noun itself: item, occurrence, line',
  things: 'the noun itself: items, occurrences, lines',
  told: 'notified, sent, received',
  trouble: 'error, problem',
  untold: 'pending',
  whoever: 'the noun itself: customer, caller',
  wish: 'desired, requested',
  wished: 'desired, requested',
}

/** Names of the JSON wire, which programs in use rely on: they stay as they are. */
export const wireNames: ReadonlySet<string> = new Set(['giveUpWhatIsLeft'])
