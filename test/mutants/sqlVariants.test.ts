import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { equalVariants } from './equalVariants.ts'
import { addProbes } from './sqlProbes.ts'
import { readTokens } from './sqlTree.ts'
import { applyChanges, findVariants } from './sqlVariants.ts'

const inFunction = (body: string): string =>
  `create or replace function f(a int) returns boolean language plpgsql as $$\n${body}\n$$;`

const changesOf = (body: string, kinds = ['condition', 'branch']): string[] =>
  findVariants('f.sql', inFunction(body))
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ text, replacement }) => `${text} -> ${replacement}`)

describe('conditions', () => {
  it('takes out each part of a where and of a join', () => {
    expect(
      changesOf(`begin delete from x join y on y.id = x.id and y.a where x.b = 1 and not x.c; end`),
    ).toEqual(['y.id = x.id -> true', 'y.a -> true', 'x.b = 1 -> true', 'not x.c -> true'])
  })

  it('takes an alternative out as false, and each part of it as true', () => {
    expect(changesOf(`begin select * from x where a or (b and c); end`)).toEqual([
      'a -> false',
      '(b and c) -> false',
      'b -> true',
      'c -> true',
    ])
  })

  it('takes a branch always and never', () => {
    expect(
      changesOf(`begin if a is distinct from 1 then return 1; elsif b then return 2; end if; end`),
    ).toEqual(['a is distinct from 1 -> false', 'a is distinct from 1 -> true', 'b -> false', 'b -> true'])
  })

  it('takes out what a CASE asks, and leaves the values of a simple one', () => {
    expect(changesOf(`begin return case when a then 1 end + case b when 'x' then 2 end; end`)).toEqual([
      'a -> false',
      'a -> true',
    ])
  })

  it('goes into subqueries, filters and conditions that are returned', () => {
    expect(
      changesOf(`begin return exists (select count(*) filter (where a) from x where b in (1, 2)) or c; end`),
    ).toEqual([
      'exists (select count(*) filter (where a) from x where b in (1, 2)) -> false',
      'a -> true',
      'b in (1, 2) -> true',
      'c -> false',
    ])
  })

  it('never turns off the end of a loop', () => {
    expect(changesOf('begin loop exit when a and b; end loop; end')).toEqual(['a -> true', 'b -> true'])
  })

  it('does not take words of comments, texts, conflicts and statements for conditions', () => {
    expect(
      changesOf(`begin
        -- where a and b
        raise exception 'if a and b';
        insert into x values (1) on conflict (a) where b is null and c do nothing;
        return a between 1 and 2;
      exception when sqlstate 'ON001' then null;
      end`),
    ).toEqual([])
    expect(changesOf('begin null; exception when unique_violation then return a; end')).toEqual([])
    expect(findVariants('f.sql', 'drop trigger if exists t on x;')).toEqual([])
  })

  it('asks whether the condition of a trigger matters', () => {
    const text =
      'create or replace trigger t before insert or update on x for each row\n when (a or b) execute function f();'
    expect(
      findVariants('t.sql', text).map(({ name, text: part, replacement }) => [name, part, replacement]),
    ).toEqual([
      ['t', 'a or b', 'false'],
      ['t', 'a or b', 'true'],
      ['t', 'a', 'false'],
      ['t', 'b', 'false'],
    ])
  })
})

describe('other changes', () => {
  it('moves the edge of a comparison', () => {
    expect(changesOf('begin return a <= b and c > d and e <> f; end', ['edge'])).toEqual([
      '<= -> <',
      '> -> >=',
    ])
  })

  it('turns signs between two numbers', () => {
    expect(changesOf(`begin return f(-1, a + b - 1, c - 'key'); end`, ['sign'])).toEqual(['+ -> -', '- -> +'])
  })

  it('takes out locks', () => {
    expect(
      changesOf(
        `begin
          perform lock_places(array(select a from b where c = any(d)));
          perform 1 from x for no key update;
          perform 1 from x for update skip locked;
        end`,
        ['lock'],
      ),
    ).toEqual([
      'perform lock_places(array(select a from b where c = any(d))) -> null',
      'for no key update -> ',
      'for update skip locked -> ',
      'skip locked -> ',
    ])
  })
})

describe('probes', () => {
  it('wraps what stands inside each other', () => {
    const text = inFunction('begin if a < b and c then return true; end if; end')
    const variants = findVariants('f.sql', text)
    expect(
      addProbes(
        text,
        variants,
        (variant) => variants.indexOf(variant),
        () => 99,
      ),
    ).toBe(
      inFunction(
        'begin perform mutant_reached(99);  if mutant_true(0, mutant_not_true(1, mutant_equal(2, (a) = (b), a < b)) and mutant_not_true(3, c)) then return true; end if; end',
      ),
    )
  })
})

describe('the functions of the database', () => {
  const folder = 'db/functions'
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))

  it.each(files)('finds every condition of %s', (file) => {
    const text = readFileSync(`${folder}/${file}`, 'utf8')
    const variants = findVariants(file, text)
    const conditions = variants.filter(({ kind }) => kind === 'condition' || kind === 'branch')
    const words = readTokens(text)
    const lost = words.flatMap((word, index) => {
      const [before, next] = [words[index - 1], words[index + 1]]
      // A trigger keeps the parentheses of its condition.
      const starts = [next?.start, word.text === 'when' ? words[index + 2]?.start : undefined]
      const isFound = conditions.some(({ start }) => starts.includes(start))
      const isCondition =
        ['where', 'having', 'elsif', 'while', 'and', 'or'].includes(word.text) ||
        (word.text === 'if' && before?.text !== 'end' && before?.text !== 'trigger') ||
        (word.text === 'when' && before?.text !== 'exception' && !next?.text.startsWith("'"))
      const isStatement = ['create', 'insert', 'update', 'delete'].includes(before?.text ?? '')
      // A window from … preceding and … preceding.
      const isWindow = before?.text === 'preceding'
      const isConflict = text.slice(word.start).startsWith('where unique_key is not null and')
      const isInConflict = text
        .slice(0, word.start)
        .split(';')
        .at(-1)
        ?.includes('where unique_key is not null')
      return isCondition && !isStatement && !isWindow && !isConflict && isInConflict !== true && !isFound
        ? [`${text.slice(0, word.start).split('\n').length}: ${word.text} ${next?.text ?? ''}`]
        : []
    })
    expect(lost).toEqual([])
  })

  it('gives each variant an id of its own and another text', () => {
    for (const file of files) {
      const text = readFileSync(`${folder}/${file}`, 'utf8')
      const variants = findVariants(file, text)
      expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length)
      for (const variant of variants) expect(applyChanges(text, [variant])).not.toBe(text)
    }
  })

  it('explains only variants that there are', () => {
    const ids = files.flatMap((file) =>
      findVariants(file, readFileSync(`${folder}/${file}`, 'utf8')).map(({ id }) => id),
    )
    expect([...equalVariants.keys()].filter((id) => !ids.includes(id))).toEqual([])
  })
})
