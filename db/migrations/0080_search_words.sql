-- The words that customers are searched by, as before and besides
--   each name in one piece: oneill for O'Neill, vanderberg for van der Berg
--   letters that are one with no accent on it: soren for Søren
--   the first half of a postcode, however it is written.
-- Rewrites the table: some seconds for a hundred thousand customers.
alter table customer drop column search_words;
alter table customer add column search_words tsvector not null generated always as (
  array_to_tsvector(array_remove(string_to_array(regexp_replace(
    replace(replace(replace(replace(replace(
      translate(
        lower(regexp_replace(
          normalize(first_name || ' ' || last_name || ' ' || email || ' ' || reference || ' ' || postcode || ' '
            || translate(first_name, '-@._+/,()"''’‘`´ʼ ', '') || ' ' || translate(last_name, '-@._+/,()"''’‘`´ʼ ', '') || ' '
            || replace(postcode, ' ', '') || ' ' || left(replace(postcode, ' ', ''), -3), NFD),
          '[\u0300-\u036f]', '', 'g')),
        '-@._+/,()"''’‘`´ʼøØłŁđĐðÐħĦı', '                oollddddhhi'),
      'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'),
    '\s+', ' ', 'g'), ' '), ''))) stored;
create index customer_words on customer using gin (search_words);
